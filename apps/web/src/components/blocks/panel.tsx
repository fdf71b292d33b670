import { type ReactNode, useId } from 'react'
import { cn } from '@/lib/cn.ts'

type PanelProps = {
  /** An h2. */
  title?: ReactNode
  description?: ReactNode
  /** Appears at the right end of the title: a link, a button or a count. */
  action?: ReactNode
  /** No padding, for tables and lists that run to the border. */
  flush?: boolean
  className?: string
  bodyClassName?: string
  children: ReactNode
}

export function Panel({
  title,
  description,
  action,
  flush,
  className,
  bodyClassName,
  children,
}: PanelProps) {
  const titleId = useId()
  return (
    <section
      data-slot="panel"
      aria-labelledby={title ? titleId : undefined}
      className={cn('card min-w-0', flush && 'overflow-hidden', className)}
    >
      {title && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 pt-4 pb-3 md:px-5">
          <div className="min-w-0 flex-1 basis-48">
            <h2 id={titleId} className="font-semibold text-md tracking-[-0.005em]">
              {title}
            </h2>
            {description && <p className="mt-0.5 text-muted-foreground text-sm">{description}</p>}
          </div>
          {action}
        </div>
      )}
      <div className={cn(!flush && ['px-4 pb-5 md:px-5', !title && 'pt-5'], bodyClassName)}>
        {children}
      </div>
    </section>
  )
}
