import { CircleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { cn } from '@/lib/cn.ts'
import { plural } from '@/lib/format.ts'

type ErrorSummaryProps = {
  title: string
  /** The fields that need an answer; each links to the control with that id. */
  fields?: readonly { id: string; label: string }[]
  /** The problems, one by one. */
  points?: readonly string[]
  /** The way on. */
  advice?: string
  className?: string
}

/** Explains, above a form or a refused input, what failed and what to do. */
export function ErrorSummary({
  title,
  fields = [],
  points = [],
  advice,
  className,
}: ErrorSummaryProps) {
  return (
    <div
      role="alert"
      className={cn(
        'flex gap-3 rounded-md border border-destructive/35 bg-st-danger-bg px-4 py-3 text-st-danger-fg',
        className,
      )}
    >
      <CircleAlert className="mt-px size-[18px] shrink-0" aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
        {fields.length > 0 && (
          <p className="text-sm">
            {plural(fields.length, 'field needs', 'fields need')} an answer:{' '}
            {fields.map((field, index) => (
              <Fragment key={field.id}>
                {index > 0 && ', '}
                <a
                  href={`#${field.id}`}
                  className="rounded-xs underline underline-offset-2"
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(field.id)?.focus()
                  }}
                >
                  {field.label}
                </a>
              </Fragment>
            ))}
          </p>
        )}
        {points.length > 0 && (
          <ul className="mt-1 list-disc pl-4 text-sm">
            {points.map((point) => (
              <li key={point} className="[overflow-wrap:anywhere]">
                {point}
              </li>
            ))}
          </ul>
        )}
        {advice && <p className="mt-1.5 text-sm">{advice}</p>}
      </div>
    </div>
  )
}
