import type { ReactNode } from 'react'
import { containerClasses } from '@/components/layout/container.ts'
import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'
import { ClaimNote } from './claim-note.tsx'
import { GenerationArt, MatchingArt, RequestArt } from './step-art.tsx'

const steps: { title: string; items: string[]; art: ReactNode }[] = [
  {
    title: 'Submit request',
    items: ['Detailed specifications', 'Budget parameters', 'Timeline requirements'],
    art: <RequestArt />,
  },
  {
    title: 'Smart matching',
    items: ['AI-powered vendor matching', 'Quality scoring', 'Automated negotiations'],
    art: <MatchingArt />,
  },
  {
    title: 'Synthetic generation',
    items: ['Zero privacy risk', 'Preserved insights', 'Compliance ready'],
    art: <GenerationArt />,
  },
]

/** Maps items to the pages that show them at work. */
const pages: Readonly<Record<string, string>> = {
  'Quality scoring': paths.qualityInsights,
  'Automated negotiations': paths.messages,
}

export function HowItWorks() {
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-title"
      className={cn(containerClasses, 'py-16 md:py-24')}
    >
      <h2 id="how-title" className="display text-3xl md:text-4xl">
        How It Works
      </h2>
      <p className="mt-3 max-w-[56ch] text-lg text-muted-foreground">
        From a written request to files you can use, with the money in escrow on the way.
      </p>
      <ol className="mt-10 grid gap-x-8 gap-y-12 md:grid-cols-3">
        {steps.map(({ title, items, art }, index) => (
          <li key={title} className="min-w-0">
            <div
              aria-hidden
              className="grid h-[228px] place-items-center overflow-hidden rounded-lg border bg-card px-6"
            >
              {art}
            </div>
            <h3 className="mt-5 flex items-baseline gap-2.5 font-semibold text-lg">
              <span className="figure text-primary text-xl">{index + 1}</span>
              {title}
            </h3>
            <ul className="mt-2.5 grid gap-1 text-md text-muted-foreground">
              {items.map((item) => (
                <li key={item} className="flex gap-2">
                  <span aria-hidden className="mt-[10px] h-px w-3 shrink-0 bg-border-strong" />
                  {item in pages ? (
                    <a href={pages[item]} className="underline underline-offset-[3px]">
                      {item}
                    </a>
                  ) : (
                    item
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <ClaimNote
        lead="Privacy risk and preserved insights are measured for each delivery."
        className="mt-8 text-muted-foreground"
      />
    </section>
  )
}
