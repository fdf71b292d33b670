import {
  Building2,
  FileSignature,
  FileText,
  HandCoins,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Store,
  Tags,
} from 'lucide-react'

export type DashboardRole = 'client' | 'vendor'

export type NavKey =
  | 'overview'
  | 'dprs'
  | 'offers'
  | 'contracts'
  | 'earnings'
  | 'messages'
  | 'marketplace'
  | 'organization'

export type NavItem = {
  key: NavKey
  label: string
  icon: LucideIcon
  /** Missing for Messages, which opens a dialog. */
  to?: string
  /** Other addresses that belong under this entry. */
  also?: readonly string[]
}

const messages: NavItem = { key: 'messages', label: 'Messages', icon: MessagesSquare }

const organization: NavItem = {
  key: 'organization',
  label: 'Organization',
  icon: Building2,
  to: '/organization-settings',
}

export const navItems: Record<DashboardRole, readonly NavItem[]> = {
  client: [
    { key: 'overview', label: 'Overview', icon: LayoutDashboard, to: '/client-dashboard' },
    {
      key: 'dprs',
      label: 'DPRs',
      icon: FileText,
      to: '/manage-dprs',
      also: ['/create-dpr', '/dpr-details'],
    },
    { key: 'offers', label: 'Offers', icon: Tags, to: '/vendor-offers', also: ['/payment'] },
    {
      key: 'contracts',
      label: 'Contracts',
      icon: FileSignature,
      to: '/active-contracts',
      also: ['/contract-details', '/project-timeline', '/download'],
    },
    messages,
    { key: 'marketplace', label: 'Marketplace', icon: Store, to: '/marketplace' },
    organization,
  ],
  vendor: [
    { key: 'overview', label: 'Overview', icon: LayoutDashboard, to: '/vendor-dashboard' },
    {
      key: 'marketplace',
      label: 'Marketplace',
      icon: Store,
      to: '/marketplace',
      also: ['/submit-offer'],
    },
    {
      key: 'offers',
      label: 'My Offers',
      icon: Tags,
      to: '/vendor-my-offers',
      also: ['/offer-details', '/edit-offer'],
    },
    {
      key: 'contracts',
      label: 'Contracts',
      icon: FileSignature,
      to: '/vendor-active-contracts',
      also: ['/contract-details', '/data-upload', '/project-timeline', '/payment-details'],
    },
    {
      key: 'earnings',
      label: 'Earnings',
      icon: HandCoins,
      to: '/vendor-earnings',
      also: ['/bank-tax-info'],
    },
    messages,
    organization,
  ],
}

export const dashboards: Record<DashboardRole, { title: string; to: string; summary: string }> = {
  client: {
    title: 'Client Dashboard',
    to: '/client-dashboard',
    summary: 'Post requests, review offers, download data',
  },
  vendor: {
    title: 'Vendor Dashboard',
    to: '/vendor-dashboard',
    summary: 'Browse requests, send offers, deliver data',
  },
}

export function isActive(item: NavItem, pathname: string) {
  return [item.to, ...(item.also ?? [])].some(
    (prefix) => prefix !== undefined && (pathname === prefix || pathname.startsWith(`${prefix}/`)),
  )
}

/** Phones show five entries at the bottom, Messages always last; the rest move into a menu. */
export function splitForPhone(items: readonly NavItem[]) {
  const pages = items.filter((item) => item.key !== 'messages')
  const messagesItem = items.find((item) => item.key === 'messages')
  const bar = messagesItem ? [...pages.slice(0, 4), messagesItem] : pages.slice(0, 5)
  return { bar, rest: pages.filter((item) => !bar.includes(item)) }
}
