import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { EmptyArt } from './empty-art.tsx'

type EmptyStateProps = {
  title: string
  action?: ReactNode
  className?: string
  /** One or two sentences. */
  children?: ReactNode
}

export function EmptyState({ title, action, className, children }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center px-6 py-12 text-center', className)}>
      <EmptyArt />
      <p className="mt-5 font-semibold text-md">{title}</p>
      {children && <p className="mt-1 max-w-[44ch] text-base text-muted-foreground">{children}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
