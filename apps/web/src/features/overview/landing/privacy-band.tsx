import type { ReactNode } from 'react'
import { Guilloche } from '@/components/brand/guilloche.tsx'
import { containerClasses } from '@/components/layout/container.ts'
import { cn } from '@/lib/cn.ts'
import { ClaimNote } from './claim-note.tsx'
import { Decoration } from './decoration.tsx'
import { NoMatchFigure, SealFigure, TwinFigure } from './privacy-figures.tsx'

const cards: { title: string; text: string; figure: ReactNode }[] = [
  {
    title: 'No privacy risk',
    text: 'Synthetic rows are generated, not copied. Each delivery is tested for exact copies, near copies and signs of who was in the original, before you see it.',
    figure: <NoMatchFigure />,
  },
  {
    title: 'Statistically identical',
    text: 'Distributions are compared column by column and pair by pair, and a report of what was measured arrives with the files.',
    figure: <TwinFigure />,
  },
  {
    title: 'GDPR and CCPA compliant',
    text: 'The original is processed for its vendor and goes no further. Your legal review starts from a report, a signed certificate and a data processing agreement.',
    figure: <SealFigure />,
  },
]

export function PrivacyBand() {
  return (
    <section
      id="privacy"
      aria-labelledby="privacy-title"
      className="relative overflow-hidden bg-inverse text-inverse-foreground"
    >
      <Decoration>
        <Guilloche
          className="absolute -top-56 -right-40 size-[760px]"
          stroke="var(--inverse-foreground)"
          opacity={0.2}
        />
      </Decoration>
      <div className={cn(containerClasses, 'relative py-16 md:py-24')}>
        <h2 id="privacy-title" className="display text-3xl md:text-4xl">
          Uncompromising Privacy
        </h2>
        <p className="mt-3 max-w-[52ch] text-inverse-muted text-lg">
          What you buy is a twin: generated rows with the measured statistics of the original. The
          original is sealed on arrival and deleted, with its key, once its twin has passed.
        </p>
        <ul className="mt-10 grid gap-4 md:grid-cols-3">
          {cards.map(({ title, text, figure }) => (
            <li
              key={title}
              className="overflow-hidden rounded-lg border border-inverse-foreground/18 bg-inverse"
            >
              <div
                aria-hidden
                className="relative grid h-[128px] place-items-center overflow-hidden border-inverse-foreground/18 border-b"
              >
                {figure}
              </div>
              <div className="p-6 pt-5">
                <h3 className="font-semibold text-lg">{title}</h3>
                <p className="mt-2 text-inverse-muted text-md leading-relaxed">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <ClaimNote
          lead="Whether a use complies with a law is for your counsel."
          className="mt-6 text-inverse-muted"
        />
      </div>
    </section>
  )
}
