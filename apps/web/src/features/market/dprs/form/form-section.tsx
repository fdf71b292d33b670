import { ArrowRight, ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '@/components/ui/button.tsx'

type FormSectionProps = {
  title: string
  description?: ReactNode
  /** Shown while it is closed: what it holds so far. */
  summary: string
  isOpen: boolean
  onOpen: () => void
  /** Below the fields: how many of the required ones are filled in. */
  note: string
  /** Names the next section; the last one has none. */
  next?: string
  onNext: () => void
  children: ReactNode
}

/** Shows one section of the request form; closed, as one line. Its fields stay in the form. */
export function FormSection({
  title,
  description,
  summary,
  isOpen,
  onOpen,
  note,
  next,
  onNext,
  children,
}: FormSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={`${id}-title`} className="card min-w-0">
      {!isOpen && (
        <button
          type="button"
          aria-expanded={false}
          aria-controls={`${id}-fields`}
          onClick={onOpen}
          className="flex w-full items-center gap-3.5 rounded-lg px-4 py-3 text-left hover:bg-accent/60 md:px-5"
        >
          <span className="min-w-0 flex-1">
            <span id={`${id}-title`} className="block font-semibold text-md">
              {title}
            </span>
            <span className="block text-muted-foreground text-sm md:truncate">{summary}</span>
          </span>
          <ChevronDown className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        </button>
      )}
      <div id={`${id}-fields`} hidden={!isOpen}>
        <div className="px-4 py-4 md:px-5">
          {isOpen && (
            <h2 id={`${id}-title`} className="font-semibold text-md">
              {title}
            </h2>
          )}
          {description && <p className="mt-0.5 text-muted-foreground text-sm">{description}</p>}
          <div className="mt-4 grid content-start gap-4 sm:grid-cols-6">{children}</div>
        </div>
        {next && (
          <div className="flex items-center gap-3 rounded-b-lg border-t bg-sunken px-4 py-3 md:px-5">
            <span className="num text-muted-foreground text-sm">{note}</span>
            <Button className="ml-auto" onClick={onNext}>
              Continue to {next}
              <ArrowRight aria-hidden />
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}
