import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'

type BackLinkProps = { to: string; className?: string; children: ReactNode }

export function BackLink({ to, className, children }: BackLinkProps) {
  return (
    <Link
      to={to}
      data-slot="back-link"
      className={cn(
        '-ml-1 inline-flex h-6 items-center gap-1 rounded-xs px-1 text-muted-foreground text-sm hover:text-foreground max-md:h-10',
        className,
      )}
    >
      <ArrowLeft className="size-3.5" aria-hidden />
      {children}
    </Link>
  )
}
