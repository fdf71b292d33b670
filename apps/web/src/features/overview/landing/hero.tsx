import { useRef } from 'react'
import { containerClasses } from '@/components/layout/container.ts'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'
import { Claims } from './claims.tsx'
import { HeroComparison } from './hero-comparison.tsx'
import { PrivacyMeter } from './privacy-meter.tsx'
import { useDivider } from './use-divider.ts'

export function Hero() {
  const box = useRef<HTMLDivElement>(null)
  const divider = useDivider(box)
  return (
    <section aria-label="Introduction" className="relative overflow-hidden border-b bg-card">
      <div
        className={cn(
          containerClasses,
          'relative z-10 grid gap-x-16 gap-y-10 pt-10 md:pt-16 lg:grid-cols-[minmax(0,1fr)_452px]',
        )}
      >
        <div>
          <p className="font-medium text-md text-primary">The most trusted data marketplace</p>
          <h1 className="display mt-4 text-[clamp(2.9rem,6.4vw,5.5rem)] leading-[0.98] tracking-[-0.032em]">
            You ask. They&nbsp;send.
            <br />
            We protect.
          </h1>
          <p className="mt-6 max-w-[54ch] text-lg text-muted-foreground leading-[1.55]">
            Semblance turns original data into statistically identical synthetic datasets with no
            privacy risk. Verified vendors compete for your request, terms are negotiated in one
            thread, and payment waits in escrow for what the contract says.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button asChild size="xl">
              <a href={paths.registerBusiness}>Register Business</a>
            </Button>
            <Button asChild size="xl" variant="outline">
              <a href={paths.auth}>Access Dashboard</a>
            </Button>
          </div>
        </div>
        <div className="self-start lg:pt-2">
          <PrivacyMeter syntheticPercent={Math.round((1 - divider.share) * 100)} />
        </div>
      </div>
      <HeroComparison box={box} divider={divider} />
      <Claims />
    </section>
  )
}
