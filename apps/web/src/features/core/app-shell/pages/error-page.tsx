import type { ReactNode } from 'react'
import { SkipLink } from '@/components/layout/navigation/skip-link.tsx'
import { PublicHeader } from '@/components/layout/public-header.tsx'
import { OutlierChart } from '../outlier-chart.tsx'

type DeadEndProps = {
  /** A small line in mono above the title. */
  note?: ReactNode
  title: string
  /** Marks a point outside the curve. */
  outlier?: string
  actions: ReactNode
  children: ReactNode
}

/** Shows a page that ends a journey: not found, access denied. */
export function ErrorPage({ note, title, outlier, actions, children }: DeadEndProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-card">
      <SkipLink />
      <PublicHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col justify-between outline-none">
        <div className="mx-auto w-full max-w-[1360px] px-4 pt-14 pb-8 md:px-8 md:pt-28">
          {note && (
            <p className="mono text-md text-muted-foreground [overflow-wrap:anywhere]">{note}</p>
          )}
          <h1 className="display mt-3 text-[clamp(2.4rem,5vw,4.25rem)] leading-none">{title}</h1>
          <p className="mt-4 max-w-[52ch] text-lg text-muted-foreground">{children}</p>
          <div className="mt-7 flex flex-wrap gap-3">{actions}</div>
        </div>
        <OutlierChart label={outlier} />
      </main>
    </div>
  )
}
