import { cn } from '@/lib/cn.ts'

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-xs bg-muted', className)} />
}
