import { type ReactNode, useId } from 'react'

type PartProps = { title: string; note?: string; action?: ReactNode; children: ReactNode }

/** Shows one part of the document, below a line. */
export function Part({ title, note, action, children }: PartProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="min-w-0 border-t bg-card px-4 py-4 md:px-6">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h2 id={titleId} className="font-semibold text-md">
            {title}
          </h2>
          {note && <p className="text-muted-foreground text-sm">{note}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
