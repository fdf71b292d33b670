import { CircleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { cn } from '@/lib/cn.ts'
import { plural } from '@/lib/format.ts'

type ErrorSummaryProps = {
  title: string
  /** The fields that need an answer; each links to the control with that id. */
  fields?: readonly { id: string; label: string }[]
  className?: string
}

/** Above a long form after a refused submit. */
export function ErrorSummary({ title, fields = [], className }: ErrorSummaryProps) {
  return (
    <div
      role="alert"
      className={cn(
        'flex gap-3 rounded-md border border-destructive/35 bg-st-danger-bg px-4 py-3 text-st-danger-fg',
        className,
      )}
    >
      <CircleAlert className="mt-px size-[18px] shrink-0" aria-hidden />
      <div>
        <p className="font-semibold">{title}</p>
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
      </div>
    </div>
  )
}
