import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { reasonForm } from '../core/text.ts'
import { membershipStates, roles } from './organizations.ts'

export const organizationStatuses = ['active', 'suspended', 'terminated'] as const
export type OrganizationStatus = (typeof organizationStatuses)[number]

/** Defines the staff's actions on an organization in each status; termination is final. */
export const organizationCan = {
  activate: (status: OrganizationStatus) => status === 'suspended',
  suspend: (status: OrganizationStatus) => status === 'active',
  terminate: (status: OrganizationStatus) => status !== 'terminated',
}

export const adminOrganization = z.object({
  id: z.uuid(),
  organizationId: z.string(),
  name: z.string(),
  email: z.string(),
  website: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  registrationNumber: z.string().nullable(),
  city: z.string(),
  country: z.string(),
  industry: z.string(),
  isClient: z.boolean(),
  isVendor: z.boolean(),
  isSample: z.boolean(),
  membersCount: z.number().int(),
  openContractsCount: z.number().int(),
  status: z.enum(organizationStatuses),
  /** Reason, time and author of the last change of status; null if it never changed. */
  statusReason: z.string().nullable(),
  statusChangedAt: z.date().nullable(),
  statusChangedBy: z.string().nullable(),
  createdAt: z.date(),
})
export type AdminOrganization = z.infer<typeof adminOrganization>

/** Describes an organization with its contracts and money. */
export const adminOrganizationDetail = adminOrganization.extend({
  contractsCount: z.number().int(),
  completedContractsCount: z.number().int(),
  /** Sums the held amounts of all its contracts, on either side. */
  heldCents: cents,
  releasedCents: cents,
})
export type AdminOrganizationDetail = z.infer<typeof adminOrganizationDetail>

export const adminUser = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  jobTitle: z.string().nullable(),
  roles: z.array(z.enum(roles)),
  organizationName: z.string().nullable(),
  membership: z.enum(membershipStates),
  /** A deactivated account cannot sign in. */
  isDeactivated: z.boolean(),
  isEmailConfirmed: z.boolean(),
  /** A proven one, without which the account cannot be used. */
  hasSecondFactor: z.boolean(),
  isSelf: z.boolean(),
  sessionsCount: z.number().int(),
  lastSignInAt: z.date().nullable(),
  createdAt: z.date(),
})
export type AdminUser = z.infer<typeof adminUser>

/** Lists the tasks that may await staff, in the order of the overview. */
export const staffTasks = [
  'applications',
  'tickets',
  'tax_forms',
  'disputes',
  'rulings',
  'adjustments',
  'breaks',
  'payouts',
  'jobs',
  'mails',
] as const
export type StaffTask = (typeof staffTasks)[number]

export const staffOverview = z.object({
  /** Counts the items that wait for staff, with the time of the oldest. */
  waiting: z.array(
    z.object({
      task: z.enum(staffTasks),
      count: z.number().int(),
      oldestAt: z.date().nullable(),
      /** Counts the tickets of high and urgent priority among `count`. */
      pressingCount: z.number().int(),
    }),
  ),
  figures: z.object({
    organizations: z.number().int(),
    suspendedOrganizations: z.number().int(),
    people: z.number().int(),
    openRequests: z.number().int(),
    openContracts: z.number().int(),
    completedContracts: z.number().int(),
    heldCents: cents,
    /** Released to vendors since the first of the month, in UTC. */
    releasedThisMonthCents: cents,
  }),
})
export type StaffOverview = z.infer<typeof staffOverview>

const search = z.string().trim().max(200).default('')
const byId = z.object({ id: z.uuid() })
const withReason = byId.extend(reasonForm.shape)

export const admin = {
  overview: oc
    .route({
      method: 'GET',
      path: '/admin/overview',
      summary: 'What waits for staff, and the figures of the market (staff)',
    })
    .output(staffOverview),
  organizations: {
    list: oc
      .route({
        method: 'GET',
        path: '/admin/organizations',
        summary: 'Organizations by name, ID or e-mail, newest first (staff)',
      })
      .input(pageInput.extend({ search, status: z.enum(organizationStatuses).optional() }))
      .output(pageOf(adminOrganization)),
    get: oc
      .route({
        method: 'GET',
        path: '/admin/organizations/{id}',
        summary: 'One organization with its contracts and money in figures (staff)',
      })
      .input(byId)
      .output(adminOrganizationDetail),
    activate: oc
      .route({
        method: 'POST',
        path: '/admin/organizations/{id}/activate',
        summary: 'End a suspension (staff)',
      })
      .input(byId)
      .output(adminOrganization),
    suspend: oc
      .route({
        method: 'POST',
        path: '/admin/organizations/{id}/suspend',
        summary: 'Suspend: its members lose access at once (staff)',
      })
      .input(withReason)
      .output(adminOrganization),
    terminate: oc
      .route({
        method: 'POST',
        path: '/admin/organizations/{id}/terminate',
        summary: 'Terminate for good; refused while contracts are open (staff)',
      })
      .input(withReason)
      .output(adminOrganization),
  },
  users: {
    list: oc
      .route({
        method: 'GET',
        path: '/admin/users',
        summary: 'People by name, e-mail or organization, newest first (staff)',
      })
      .input(pageInput.extend({ search }))
      .output(pageOf(adminUser)),
    deactivate: oc
      .route({
        method: 'POST',
        path: '/admin/users/{id}/deactivate',
        summary: 'Bar an account from signing in and end its sessions (staff)',
      })
      .input(byId)
      .output(adminUser),
    reactivate: oc
      .route({
        method: 'POST',
        path: '/admin/users/{id}/reactivate',
        summary: 'Let an account sign in again (staff)',
      })
      .input(byId)
      .output(adminUser),
    endSessions: oc
      .route({
        method: 'POST',
        path: '/admin/users/{id}/end-sessions',
        summary: 'Sign an account out everywhere (staff)',
      })
      .input(byId)
      .output(adminUser),
  },
  resetFactors: oc
    .route({
      method: 'POST',
      path: '/admin/users/{userId}/factors/reset',
      summary: 'Remove the second factors that somebody lost; refused without any (staff)',
    })
    .input(z.object({ userId: z.uuid() }))
    .output(adminUser),
}
