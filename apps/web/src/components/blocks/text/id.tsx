import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

/** Shows an ID such as DPR-1042 in a monospaced font, never wrapped. */
export function Id({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span className={cn('mono whitespace-nowrap text-muted-foreground', className)}>
      {children}
    </span>
  )
}
