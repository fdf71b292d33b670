import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

type Fact = {
  label: string
  value: ReactNode
  /** A small line below the value. */
  note?: ReactNode
}

type FactStripProps = {
  /** Four in a row from 768 px, two below. */
  facts: readonly Fact[]
  /** Values as large figures, as in a summary. */
  large?: boolean
  className?: string
}

/** Shows a record's facts in one hairline grid; belongs in a card, which draws the border. */
export function DescriptionStrip({ facts, large, className }: FactStripProps) {
  return (
    <dl
      className={cn(
        'grid grid-cols-2 gap-px bg-border md:grid-cols-4 print:grid-cols-4',
        className,
      )}
    >
      {facts.map((fact) => (
        <div
          key={fact.label}
          className={cn('min-w-0 bg-card px-4 md:px-5', large ? 'py-4' : 'py-3.5')}
        >
          <dt className="text-muted-foreground text-sm">{fact.label}</dt>
          <dd
            className={
              large
                ? 'figure mt-1.5 text-[28px] leading-none'
                : 'num mt-0.5 font-semibold text-md [overflow-wrap:anywhere]'
            }
          >
            {fact.value}
          </dd>
          {fact.note && <dd className="mt-2 text-muted-foreground text-xs">{fact.note}</dd>}
        </div>
      ))}
    </dl>
  )
}
