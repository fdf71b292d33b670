import { type Role, type Side, sides } from '@semblance/contract'
import {
  BellRing,
  CirclePlus,
  Contrast,
  CreditCard,
  Home,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  LogIn,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  Moon,
  Search,
  ShieldCheck,
  Sun,
  UserCog,
} from 'lucide-react'
import { dashboards, type NavItem, navItems } from '@/components/layout/navigation/nav.ts'
import type { ThemePreference } from '@/components/layout/navigation/theme.ts'
import { paths } from '@/paths.ts'

export type Command = {
  key: string
  label: string
  /** Other words that it is found by. */
  also: string
  icon: LucideIcon
  /** Names the dashboard if two have a command of this name. */
  detail?: string
} & ({ to: string } | { act: 'messages' | 'sign-out' } | { theme: ThemePreference })

type Viewer = { isSignedIn: boolean; isStaff: boolean; roles: readonly Role[] }

/** Lists the user's pages and actions; the first ones are offered before anything is typed. */
export function commandsFor({ isSignedIn, isStaff, roles }: Viewer): Command[] {
  const isClient = roles.includes('client')
  const isVendor = roles.includes('vendor')
  const open = sides.filter((side) => !isSignedIn || roles.includes(side))
  const own = isSignedIn && !isStaff
  return [
    ...(isStaff ? [...pagesOf('staff'), searchEverything] : []),
    ...(isClient ? [createDpr] : []),
    ...(isSignedIn && open.length === 0 ? [] : [messages]),
    ...unique(open.flatMap((side) => pagesOf(side, isSignedIn, open.length > 1))),
    ...(isVendor ? [bankTaxInfo] : []),
    ...(own ? [billing] : []),
    ...(isSignedIn ? accountPages : []),
    support,
    ...themes,
    home,
    isSignedIn ? signOut : signIn,
  ]
}

const createDpr: Command = {
  key: 'create-dpr',
  label: 'Create New DPR',
  also: 'post request data procurement',
  icon: CirclePlus,
  to: paths.createDpr,
}
const searchEverything: Command = {
  key: 'staff-search',
  label: 'Search Everything',
  also: 'staff admin find all results',
  icon: Search,
  to: paths.adminSearch(''),
}
const messages: Command = {
  key: 'messages',
  label: 'Messages',
  also: 'open chat negotiation',
  icon: MessagesSquare,
  act: 'messages',
}
const bankTaxInfo: Command = {
  key: 'bank-tax-info',
  label: 'Banking & Tax Information',
  also: 'account payout',
  icon: Landmark,
  to: paths.bankTaxInfo,
}
const billing: Command = {
  key: 'billing',
  label: 'Billing & Payments',
  also: 'plan usage invoices settings',
  icon: CreditCard,
  to: paths.billing,
}
const accountPages: Command[] = [
  {
    key: 'dashboards',
    label: 'Switch Dashboard',
    also: 'choose client vendor compliance',
    icon: LayoutDashboard,
    to: paths.dashboardSelection,
  },
  {
    key: 'user-settings',
    label: 'User Profile',
    also: 'settings account name password',
    icon: UserCog,
    to: paths.userSettings,
  },
  {
    key: 'notification-settings',
    label: 'Notification Settings',
    also: 'email push',
    icon: BellRing,
    to: paths.notificationSettings,
  },
  {
    key: 'privacy-security',
    label: 'Privacy & Security',
    also: 'settings two-factor sessions',
    icon: ShieldCheck,
    to: paths.privacySecurity,
  },
]
const support: Command = {
  key: 'support',
  label: 'Contact Support',
  also: 'help ticket faq',
  icon: LifeBuoy,
  to: paths.contactSupport,
}
const themes: Command[] = (
  [
    ['light', 'Light Theme', Sun],
    ['dark', 'Dark Theme', Moon],
    ['system', 'System Theme', Contrast],
  ] as const
).map(([theme, label, icon]) => ({ key: theme, label, also: 'colors mode', icon, theme }))
const home: Command = {
  key: 'home',
  label: 'Home',
  also: 'landing start',
  icon: Home,
  to: paths.home,
}
const signIn: Command = {
  key: 'sign-in',
  label: 'Sign In',
  also: 'log in account',
  icon: LogIn,
  to: paths.signIn,
}
const signOut: Command = {
  key: 'sign-out',
  label: 'Sign Out',
  also: 'log out leave',
  icon: LogOut,
  act: 'sign-out',
}

/** A visitor is not let into a dashboard. */
function pagesOf(side: Side | 'staff', withOverview = true, isOneOfTwo = false): Command[] {
  const title = side === 'staff' ? 'Compliance' : dashboards[side].title
  return navItems[side]
    .filter(isPage)
    .filter(({ key }) => withOverview || key !== 'overview')
    .map(({ key, label, icon, to }) => ({
      key: `${side}-${key}`,
      label: key === 'overview' ? title : label,
      also: side === 'staff' ? 'staff admin' : 'go to',
      icon,
      to,
      ...(isOneOfTwo && (key === 'offers' || key === 'contracts') ? { detail: title } : {}),
    }))
}

const isPage = (item: NavItem): item is NavItem & { to: string } => item.to !== undefined

/** Both sides share some pages. */
const unique = (commands: (Command & { to?: string })[]) =>
  commands.filter((command, place) => commands.findIndex(({ to }) => to === command.to) === place)
