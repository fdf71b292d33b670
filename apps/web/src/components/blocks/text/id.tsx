import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

/** DPR-1042, CTR-2041: in mono, never wrapped. */
export function Id({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span className={cn('mono whitespace-nowrap text-muted-foreground', className)}>
      {children}
    </span>
  )
}
