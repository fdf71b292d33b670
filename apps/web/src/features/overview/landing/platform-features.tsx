import { Check } from 'lucide-react'
import { containerClasses } from '@/components/layout/container.ts'
import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'
import { NegotiationPreview } from './negotiation-preview.tsx'
import { RevenuePreview } from './revenue-preview.tsx'

export function PlatformFeatures() {
  return (
    <section id="platform-features" aria-labelledby="features-title" className="border-y bg-card">
      <div className={cn(containerClasses, 'py-16 md:py-24')}>
        <h2 id="features-title" className="display text-3xl md:text-4xl">
          Platform Features
        </h2>
        <div className="mt-10 grid items-center gap-x-16 gap-y-8 md:mt-14 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <FeatureText
            title="Negotiate the contract where you talk about it"
            text="Every proposal sits in the thread as a set of term changes. Only the other side can approve it, and the agreed terms stay in view while you write. The checks compare price, timeline, format, sample, accuracy, privacy level and license with the request; requirements in words are for people to check."
            points={[
              'Real-time contract negotiation',
              'Term modification with a full history',
              'Automated compliance checks',
            ]}
          />
          <NegotiationPreview />
        </div>
        <div className="mt-16 grid items-center gap-x-16 gap-y-8 md:mt-24 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className="max-lg:order-2">
            <RevenuePreview />
          </div>
          <FeatureText
            title="Vendors see what is earned, held and wanted next"
            text="Released payments, escrow still to come, and the requests that are open."
            points={[
              'Real-time earnings tracking',
              'Market demand insights',
              'Data usage analytics',
            ]}
          />
        </div>
        <p className="mt-10 text-muted-foreground text-sm">
          Negotiation and revenue figures are illustrative.
        </p>
      </div>
    </section>
  )
}

/** Maps points to the pages that show them at work. */
const pages: Readonly<Record<string, string>> = {
  'Real-time earnings tracking': paths.earnings,
  'Market demand insights': paths.insights,
  'Data usage analytics': paths.usageInsights,
}

type FeatureTextProps = { title: string; text: string; points: string[] }

function FeatureText({ title, text, points }: FeatureTextProps) {
  return (
    <div>
      <h3 className="display text-2xl">{title}</h3>
      <p className="mt-3 text-md text-muted-foreground leading-relaxed">{text}</p>
      <ul className="mt-5 grid gap-2.5 text-md">
        {points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Check className="mt-1 size-4 shrink-0 text-primary" strokeWidth={2.6} aria-hidden />
            {point in pages ? (
              <a href={pages[point]} className="underline underline-offset-[3px]">
                {point}
              </a>
            ) : (
              point
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
