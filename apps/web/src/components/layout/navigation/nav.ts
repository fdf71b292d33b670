import type { Side } from '@semblance/contract'
import {
  Building2,
  ChartNoAxesColumn,
  ClipboardCheck,
  Database,
  FileCheck,
  FileSignature,
  FileText,
  HandCoins,
  Landmark,
  LayoutDashboard,
  LibraryBig,
  LifeBuoy,
  ListChecks,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Scale,
  ScrollText,
  Store,
  Tags,
  Users,
} from 'lucide-react'

/** Staff belong to neither dashboard and have a shell of their own. */
export type ShellRole = Side | 'staff'

export type NavKey =
  | 'overview'
  | 'dprs'
  | 'offers'
  | 'contracts'
  | 'sources'
  | 'insights'
  | 'earnings'
  | 'messages'
  | 'marketplace'
  | 'catalog'
  | 'listings'
  | 'organization'
  | 'applications'
  | 'organizations'
  | 'users'
  | 'disputes'
  | 'ledger'
  | 'tax-forms'
  | 'support'
  | 'jobs'
  | 'mail'
  | 'audit'

export type NavItem = {
  key: NavKey
  label: string
  icon: LucideIcon
  /** Missing for Messages, which opens a dialog. */
  to?: string
  /** Other addresses that belong under this entry. */
  also?: readonly string[]
  /** Pages below its address have entries of their own. */
  exact?: boolean
  /** A shorter label, if the label is too long for a fifth of a phone's width. */
  short?: string
  /** Has a place in the bar of phones; the first four pages if none has. */
  onPhone?: true
}

const messages: NavItem = { key: 'messages', label: 'Messages', icon: MessagesSquare }

const organization: NavItem = {
  key: 'organization',
  label: 'Organization',
  icon: Building2,
  to: '/organization-settings',
  also: [
    '/approvals',
    '/bank-tax-info',
    '/billing-payments',
    '/company-profile',
    '/developers',
    '/organization-audit-log',
  ],
}

export const navItems: Record<ShellRole, readonly NavItem[]> = {
  client: [
    { key: 'overview', label: 'Overview', icon: LayoutDashboard, to: '/client-dashboard' },
    {
      key: 'dprs',
      label: 'DPRs',
      icon: FileText,
      to: '/manage-dprs',
      also: ['/create-dpr', '/dpr-details'],
    },
    {
      key: 'offers',
      label: 'Offers',
      icon: Tags,
      to: '/vendor-offers',
      also: ['/payment', '/offer-preview'],
    },
    {
      key: 'contracts',
      label: 'Contracts',
      icon: FileSignature,
      to: '/active-contracts',
      also: [
        '/contract-details',
        '/project-timeline',
        '/payment-details',
        '/contract-dispute',
        '/download',
        '/certificates',
        '/licenses',
      ],
    },
    messages,
    { key: 'marketplace', label: 'Marketplace', icon: Store, to: '/marketplace' },
    {
      key: 'catalog',
      label: 'Catalog',
      icon: LibraryBig,
      to: '/catalog',
      also: ['/subscriptions'],
    },
    { key: 'insights', label: 'Insights', icon: ChartNoAxesColumn, to: '/client-insights' },
    organization,
  ],
  vendor: [
    { key: 'overview', label: 'Overview', icon: LayoutDashboard, to: '/vendor-dashboard' },
    {
      key: 'marketplace',
      label: 'Marketplace',
      short: 'Market',
      icon: Store,
      to: '/marketplace',
      also: ['/submit-offer'],
    },
    {
      key: 'offers',
      label: 'My Offers',
      icon: Tags,
      to: '/vendor-my-offers',
      also: ['/offer-details', '/edit-offer', '/offer-preview'],
    },
    {
      key: 'contracts',
      label: 'Contracts',
      icon: FileSignature,
      to: '/vendor-active-contracts',
      also: [
        '/contract-details',
        '/data-upload',
        '/project-timeline',
        '/payment-details',
        '/contract-dispute',
        '/certificates',
        '/licenses',
      ],
    },
    {
      key: 'listings',
      label: 'Listings',
      icon: LibraryBig,
      to: '/vendor-listings',
      also: ['/catalog', '/subscriptions'],
    },
    {
      key: 'earnings',
      label: 'Earnings',
      icon: HandCoins,
      to: '/vendor-earnings',
    },
    { key: 'sources', label: 'Sources', icon: Database, to: '/sources' },
    { key: 'insights', label: 'Insights', icon: ChartNoAxesColumn, to: '/vendor-insights' },
    messages,
    organization,
  ],
  staff: [
    {
      key: 'overview',
      label: 'Overview',
      icon: LayoutDashboard,
      to: '/admin',
      exact: true,
      onPhone: true,
    },
    {
      key: 'applications',
      label: 'Applications',
      icon: ClipboardCheck,
      to: '/admin/applications',
      onPhone: true,
    },
    {
      key: 'organizations',
      label: 'Organizations',
      icon: Building2,
      to: '/admin/organizations',
    },
    { key: 'users', label: 'Users', icon: Users, to: '/admin/users' },
    { key: 'disputes', label: 'Disputes', icon: Scale, to: '/admin/disputes', onPhone: true },
    { key: 'ledger', label: 'Ledger', icon: Landmark, to: '/admin/ledger' },
    { key: 'tax-forms', label: 'Tax forms', icon: FileCheck, to: '/admin/tax-forms' },
    { key: 'support', label: 'Support', icon: LifeBuoy, to: '/admin/support', onPhone: true },
    { key: 'jobs', label: 'Jobs', icon: ListChecks, to: '/admin/jobs' },
    { key: 'mail', label: 'Mail', icon: Mail, to: '/admin/mail' },
    { key: 'audit', label: 'Audit log', icon: ScrollText, to: '/admin/audit-log' },
  ],
}

export const dashboards: Record<Side, { title: string; to: string; summary: string }> = {
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

export const shellTitle = (role: ShellRole) =>
  role === 'staff' ? 'Compliance' : dashboards[role].title

export function isActive(item: NavItem, pathname: string) {
  if (item.exact) return pathname === item.to
  return [item.to, ...(item.also ?? [])].some(
    (prefix) => prefix !== undefined && (pathname === prefix || pathname.startsWith(`${prefix}/`)),
  )
}

/** Splits the navigation for phones: up to five entries at the bottom, Messages last; the rest under More. */
export function splitForPhone(items: readonly NavItem[]) {
  const pages = items.filter((item) => item.key !== 'messages')
  const messagesItem = items.find((item) => item.key === 'messages')
  const chosen = pages.filter((item) => item.onPhone)
  const first = chosen.length > 0 ? chosen : pages.slice(0, 4)
  const bar = messagesItem ? [...first, messagesItem] : first
  return { bar, rest: pages.filter((item) => !bar.includes(item)) }
}
