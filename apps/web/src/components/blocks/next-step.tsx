import { type ReactNode, useId } from 'react'
import { cn } from '@/lib/cn.ts'

type NextStepProps = {
  /** Names who moves: "Your next step", "Waiting for Meridian Synthetics". */
  lead: string
  /** True where the reader is the one to act. */
  isOwn: boolean
  /** Says what comes next: an h2. */
  sentence: string
  detail?: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
}

/** Shows on top of a page what happens next, who does it, and the way to do it. */
export function NextStep({ lead, isOwn, sentence, detail, actions }: NextStepProps) {
  const id = useId()
  return (
    <section
      data-slot="next-step"
      aria-labelledby={id}
      className={cn(
        'card mb-5 grid grid-cols-[minmax(0,1fr)] items-center gap-x-8 gap-y-4 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5',
        isOwn && 'border-primary/35 bg-[color-mix(in_oklab,var(--primary-soft)_45%,var(--card))]',
      )}
    >
      <div className="min-w-0">
        <p className={cn('font-medium text-sm', isOwn ? 'text-primary' : 'text-muted-foreground')}>
          {lead}
        </p>
        <h2
          id={id}
          className="mt-0.5 text-pretty font-semibold text-xl leading-snug tracking-[-0.01em] [overflow-wrap:anywhere]"
        >
          {sentence}
        </h2>
        {detail && <div className="mt-1 max-w-[92ch] text-muted-foreground">{detail}</div>}
      </div>
      {actions && (
        <div className="flex gap-2 max-md:flex-col-reverse md:justify-end print:hidden">
          {actions}
        </div>
      )}
    </section>
  )
}
