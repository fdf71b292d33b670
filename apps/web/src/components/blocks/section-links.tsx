import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'

export type SectionLink = {
  label: string
  to: string
  /** Next to the label: a number, or "2 of 7". */
  count?: number | string
  isCurrent: boolean
}

type SectionLinksProps = { label: string; links: readonly SectionLink[]; className?: string }

/** Shows tabs that are addresses: each a link, with the present one marked and within the visible part. */
export function SectionLinks({ label, links, className }: SectionLinksProps) {
  const list = useRef<HTMLElement>(null)
  const current = links.find(({ isCurrent }) => isCurrent)?.to
  useEffect(() => {
    const link = current && list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!link || !list.current) return
    const { offsetLeft, offsetWidth } = link
    list.current.scrollLeft = offsetLeft - (list.current.clientWidth - offsetWidth) / 2
  }, [current])
  return (
    <nav
      ref={list}
      aria-label={label}
      className={cn(
        'relative flex gap-5 overflow-x-auto overflow-y-hidden border-b [scrollbar-width:none] print:hidden',
        className,
      )}
    >
      {links.map((link) => (
        <Link
          key={link.to}
          to={link.to}
          preventScrollReset
          aria-current={link.isCurrent ? 'page' : undefined}
          className={cn(
            '-outline-offset-2 inline-flex h-10 items-center gap-1.5 whitespace-nowrap border-b-2 font-medium text-base transition-colors max-md:h-11',
            link.isCurrent
              ? 'border-primary text-foreground'
              : 'border-transparent text-muted-foreground hover:text-foreground',
          )}
        >
          {link.label}
          {link.count !== undefined && (
            <span
              className={cn(
                'num rounded-xs px-1.5 py-px text-xs',
                link.isCurrent ? 'bg-primary-soft text-primary' : 'bg-muted text-muted-foreground',
              )}
            >
              {link.count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
