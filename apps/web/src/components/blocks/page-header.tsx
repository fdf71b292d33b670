import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { BackLink } from './back-link.tsx'

type PageHeaderProps = {
  /** The page's h1. */
  title: ReactNode
  back?: { label: string; to: string }
  /** Next to the title, usually a StatusBadge. */
  status?: ReactNode
  /** Below the title: a sentence, or several pieces in a fragment. */
  meta?: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
  className?: string
}

export function PageHeader({ title, back, status, meta, actions, className }: PageHeaderProps) {
  return (
    <header
      className={cn(
        'mb-6 flex flex-col gap-3 md:flex-row md:items-end md:justify-between',
        className,
      )}
    >
      <div className="min-w-0">
        {back && (
          <BackLink to={back.to} className="mb-1.5">
            {back.label}
          </BackLink>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="display text-2xl">{title}</h1>
          {status}
        </div>
        {meta && (
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-base text-muted-foreground">
            {meta}
          </div>
        )}
      </div>
      {actions && (
        <div className="flex shrink-0 flex-wrap gap-2 max-md:[&>*]:flex-1">{actions}</div>
      )}
    </header>
  )
}
