import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'

type MoreLinkProps = { to: string; className?: string; children: ReactNode }

export function MoreLink({ to, className, children }: MoreLinkProps) {
  return (
    <Link
      to={to}
      className={cn(
        'group inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded-xs font-medium text-primary text-sm underline-offset-[3px] hover:underline max-md:min-h-10 print:hidden',
        className,
      )}
    >
      {children}
      <ArrowRight
        className="size-3.5 transition-transform group-hover:translate-x-0.5"
        aria-hidden
      />
    </Link>
  )
}
