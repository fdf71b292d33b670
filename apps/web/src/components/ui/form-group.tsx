import { type ReactNode, useId } from 'react'
import { cn } from '@/lib/cn.ts'

type FormGroupProps = {
  title: string
  description?: ReactNode
  className?: string
  children: ReactNode
}

/**
 * Shows a titled group of fields: heading left (184 px), fields right in two columns, stacked on
 * phones.
 */
export function FormGroup({ title, description, className, children }: FormGroupProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className={cn(
        'grid gap-x-8 gap-y-4 border-t py-7 first:border-t-0 first:pt-0 last:pb-0 lg:grid-cols-[184px_minmax(0,1fr)]',
        className,
      )}
    >
      <div>
        <h2 id={titleId} className="font-semibold text-md">
          {title}
        </h2>
        {description && <p className="mt-1 text-muted-foreground text-sm">{description}</p>}
      </div>
      <div className="grid content-start gap-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}
