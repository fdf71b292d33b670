import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusBadge } from '../states/status-badge.tsx'

type TermRowProps = {
  label: string
  current: string
  /** Struck-through current value, arrow, proposed value; null: the current value is agreed. */
  proposed: string | null
  /** Buttons or a note below. */
  children?: ReactNode
}

/** Shows one negotiated term; belongs in a dl. */
export function TermRow({ label, current, proposed, children }: TermRowProps) {
  return (
    <div className="py-3">
      <dt className="flex items-center justify-between gap-2 text-muted-foreground text-sm">
        {label}
        <StatusBadge domain="term" status={proposed ? 'pending' : 'agreed'} bare />
      </dt>
      <dd className="mt-0.5">
        <span className="num font-semibold text-md">
          {proposed ? (
            <span className="inline-flex flex-wrap items-center gap-x-2">
              <s className="font-normal text-muted-foreground decoration-1">{current}</s>
              <ArrowRight className="size-3.5 text-muted-foreground" aria-hidden />
              <span>
                <span className="sr-only">proposed </span>
                {proposed}
              </span>
            </span>
          ) : (
            current
          )}
        </span>
        {children}
      </dd>
    </div>
  )
}
