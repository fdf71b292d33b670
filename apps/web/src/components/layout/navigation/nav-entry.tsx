import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { isActive, type NavItem } from './nav.ts'

type NavEntryProps = {
  item: NavItem
  onOpenMessages?: () => void
  className: (active: boolean) => string
  children: (active: boolean) => ReactNode
}

/**
 * Shows a link, or Messages' button. React Router's NavLink cannot know that a detail page belongs
 * to a list.
 */
export function NavEntry({ item, onOpenMessages, className, children }: NavEntryProps) {
  const { pathname } = useLocation()
  const active = isActive(item, pathname)
  if (item.to === undefined)
    return (
      <button
        type="button"
        onClick={onOpenMessages}
        aria-haspopup="dialog"
        className={className(false)}
      >
        {children(false)}
      </button>
    )
  return (
    <Link to={item.to} aria-current={active ? 'page' : undefined} className={className(active)}>
      {children(active)}
    </Link>
  )
}
