import { CircleAlert, CircleCheck, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

export type VerdictTone = 'passed' | 'cannotTell' | 'failed' | 'warned' | 'neutral'

export type VerdictFigure = {
  label: string
  value: ReactNode
  /** A small line below the figure. */
  note?: ReactNode
  /** A small drawing below the note. */
  drawing?: ReactNode
}

type VerdictProps = {
  tone: VerdictTone
  /** Answers the page's question: an h2. */
  sentence: ReactNode
  /** A second sentence, which qualifies the first. */
  children?: ReactNode
  /** Four at most; the answer rests on them. */
  figures?: readonly VerdictFigure[]
  /** Appears to the right of the sentence, such as a tally. */
  aside?: ReactNode
  className?: string
}

const looks: Record<VerdictTone, { icon: LucideIcon; color: string }> = {
  passed: { icon: CircleCheck, color: 'text-st-success-fg' },
  cannotTell: { icon: CircleHelp, color: 'text-st-warn-fg' },
  failed: { icon: CircleX, color: 'text-st-danger-fg' },
  warned: { icon: CircleAlert, color: 'text-st-warn-fg' },
  neutral: { icon: CircleAlert, color: 'text-muted-foreground' },
}

const columns: Record<number, string> = {
  1: '',
  2: 'grid-cols-2',
  3: 'grid-cols-2 md:grid-cols-3',
  4: 'grid-cols-2 md:grid-cols-4 print:grid-cols-4',
}

/** Shows a page's answer in a sentence, then the figures it rests on. */
export function Verdict({ tone, sentence, children, figures, aside, className }: VerdictProps) {
  const { icon: Icon, color } = looks[tone]
  return (
    <section data-slot="verdict" className={cn('card min-w-0 overflow-hidden', className)}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4 md:px-5">
        <div className="flex min-w-0 flex-1 basis-[280px] gap-3 md:basis-[520px]">
          <Icon className={cn('mt-0.5 size-5 shrink-0', color)} aria-hidden />
          <div className="min-w-0">
            <h2 className="text-pretty font-semibold text-lg leading-snug tracking-[-0.01em] [overflow-wrap:anywhere]">
              {sentence}
            </h2>
            {children && (
              <div className="mt-1 max-w-[100ch] text-pretty text-base text-muted-foreground">
                {children}
              </div>
            )}
          </div>
        </div>
        {aside}
      </div>
      {figures && figures.length > 0 && (
        <dl className={cn('grid gap-px border-t bg-border', columns[figures.length])}>
          {figures.map(({ label, value, note, drawing }, index) => (
            <div
              key={label}
              className={cn(
                'min-w-0 bg-card px-4 py-3.5 md:px-5',
                figures.length === 3 && index === 2 && 'max-md:col-span-2',
              )}
            >
              <dt className="text-muted-foreground text-sm">{label}</dt>
              <dd className="figure mt-1.5 text-[26px] leading-none">{value}</dd>
              {note && <dd className="mt-1.5 text-muted-foreground text-xs">{note}</dd>}
              {drawing && <dd className="mt-2">{drawing}</dd>}
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
