/** Says what a member may do: the permissions of each role, and what each procedure needs. Pure. */
import type { Side } from './core/sides.ts'

/** Maps every permission within an organization to what it lets a member do. */
export const permissions = {
  read: 'See requests, offers, contracts and reports',
  request: 'Write requests, invite vendors, negotiate as a buyer',
  sell: 'Send offers, answer buyers, negotiate as a vendor',
  buy: 'Accept offers and pay within the limit',
  approve: 'Approve above a limit',
  finance: 'Bank account, payout days, plan and tax details',
  data: 'Upload, download and draw data',
  administer: 'Members, roles, limits, keys, the audit log',
} as const
export type Permission = keyof typeof permissions
export const permissionNames = Object.keys(permissions) as [Permission, ...Permission[]]

type RoleEntry = { label: string; may: readonly Permission[] }

/**
 * Defines the roles that an administrator gives a member, who may have several. Every member reads;
 * one without a role only reads. An administrator may do everything.
 */
export const memberRoles = {
  requester: { label: 'Requester', may: ['request', 'buy'] },
  seller: { label: 'Seller', may: ['sell'] },
  approver: { label: 'Approver', may: ['request', 'buy', 'approve'] },
  finance: { label: 'Finance', may: ['buy', 'finance'] },
  data_engineer: { label: 'Data engineer', may: ['data'] },
} as const satisfies Record<string, RoleEntry>
export type MemberRole = keyof typeof memberRoles
export const memberRoleNames = Object.keys(memberRoles) as [MemberRole, ...MemberRole[]]

/** Lists the roles of a member without a choice of them: those of all members before there were roles. */
export const usualRoles: readonly MemberRole[] = ['requester', 'seller', 'data_engineer']

/** Lists what a key may be given scopes for. Nothing of this approves, and nothing administers. */
export const permissionsOfKeys: readonly Permission[] = ['read', 'request', 'sell', 'buy', 'data']

/** Returns what a member of these roles may do, in the order of `permissions`. */
export function permissionsOf(
  roles: readonly MemberRole[],
  isAdministrator: boolean,
): readonly Permission[] {
  if (isAdministrator) return permissionNames
  const held = new Set<Permission>(['read', ...roles.flatMap((role) => memberRoles[role].may)])
  return permissionNames.filter((permission) => held.has(permission))
}

type Sides = { isClient: boolean; isVendor: boolean }

/** Returns the roles that mean something in an organization that buys, sells or both. */
export const rolesOfSides = ({ isClient, isVendor }: Sides): MemberRole[] =>
  memberRoleNames.filter(
    (role) =>
      role === 'data_engineer' || role === 'finance' || (role === 'seller' ? isVendor : isClient),
  )

/** Returns what a member needs who acts on this side: of what members of either side need, that of this one. */
export const needsOfSide = (needs: Needs, side: Side): Needs =>
  needs === 'own'
    ? needs
    : needs.filter((permission) =>
        isOfSide(permission, { isClient: side === 'client', isVendor: side === 'vendor' }),
      )

/** Returns true for a permission that an organization of these sides has use for. */
export function isOfSide(permission: Permission, { isClient, isVendor }: Sides): boolean {
  if (permission === 'request' || permission === 'buy' || permission === 'approve') return isClient
  return permission === 'sell' ? isVendor : true
}

/**
 * Names what a call needs: one of these permissions. `own`: it concerns the person alone, or what every
 * member may do.
 */
export type Needs = readonly Permission[] | 'own'

const either = ['request', 'sell'] as const
const paying = ['buy', 'sell'] as const

/**
 * Lists what changes need. A procedure stands before its noun. Reads need no more than membership.
 * What only administrators do is `administer`, which `requireAdminOrganization` checks.
 */
const needs: Readonly<Record<string, Needs>> = {
  // The buying side.
  dprs: ['request'],
  'dprs.ask': ['sell'],
  'companies.review': ['request'],
  'offers.reject': ['request'],
  'deliveries.requestChanges': ['request'],
  'approvals.ask': ['buy'],
  'listings.buy': ['buy'],
  'subscriptions.start': ['buy'],
  'subscriptions.order': ['buy'],
  'subscriptions.pause': ['buy'],
  'subscriptions.resume': ['buy'],
  'offers.accept': ['buy'],
  'payments.fund': ['buy'],
  'deliveries.release': ['buy'],
  // The selling side.
  listings: ['sell'],
  'subscriptions.open': ['sell'],
  offers: ['sell'],
  'companies.declareColumns': ['sell'],
  'companies.reply': ['sell'],
  'support.reply': ['sell'],
  // Either side.
  negotiation: either,
  answering: either,
  milestones: either,
  disputes: either,
  findings: either,
  'disputes.accept': paying,
  'disputes.propose': paying,
  'findings.propose': paying,
  'payments.cancel': paying,
  'subscriptions.cancel': paying,
  // Data.
  deliveries: ['data'],
  draws: ['data'],
  measurements: ['data'],
  twins: ['data'],
  'twins.start': ['sell'], // drafts a listing in the end
  'twins.forecast': ['sell', 'data'],
  'twins.submit': ['sell'], // spends the privacy of a source
  'twins.cancel': ['sell', 'data'],
  'previews.retrySample': ['sell', 'data'],
  'previews.removeSample': ['sell', 'data'],
  'pushes.send': ['data'],
  'shipments.setAddress': ['request', 'data'],
  'shipments.fileLink': ['data'],
  'shipments.stateSent': ['sell', 'data'],
  'shipments.stateArrival': ['request', 'data'],
  // Money of the organization.
  banking: ['finance'],
  billing: ['finance'],
  stripe: ['finance'],
  'stripe.connectBankAccount': ['buy', 'finance'],
  'payouts.setSchedule': ['finance'],
  taxForms: ['finance'],
  // Access, and what it is given by.
  organizations: ['administer'],
  'organizations.acceptInvitation': 'own',
  connections: ['administer'],
  keys: ['administer'],
  spending: ['administer'],
  'spending.decideChange': ['approve'],
  pushes: ['administer'],
  signingKeys: ['administer'],
  singleSignOn: ['administer'],
  sources: ['administer'],
  webhooks: ['administer'],
  // One's own, and what needs no role.
  // Approvers and their stand-ins, which the service knows.
  'approvals.decide': 'own',
  'approvals.setStandIn': ['approve'],
  'legal.accept': 'own',
  market: 'own',
  'negotiation.markRead': 'own',
  'negotiation.open': 'own', // one that is there; who begins one needs the role of the side
  notifications: 'own',
  'offers.markSeen': 'own',
  samples: 'own',
  settings: 'own',
  support: 'own',
  // Applicants and staff, who act for no organization.
  admin: 'own',
  applications: 'own',
  'books.staff': 'own',
  'deliveries.staff': 'own',
  'disputes.staff': 'own',
  'findings.staff': 'own',
  jobs: 'own',
  'listings.staff': 'own',
  mails: 'own',
  'payouts.retry': 'own',
  'support.staff': 'own',
  'taxForms.staff': 'own',
  transparency: 'own',
}

/**
 * Returns what a procedure needs of a member, by its name (`offers.accept`) and HTTP method. Null for a
 * change that the table does not cover, which no member may make.
 */
export function needsOf(procedure: string, method: string | undefined): Needs | null {
  if (method === 'GET') return 'own'
  const [noun = '', second = ''] = procedure.split('.')
  return needs[procedure] ?? needs[`${noun}.${second}`] ?? needs[noun] ?? null
}
