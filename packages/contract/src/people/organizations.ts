import { oc } from '@orpc/contract'
import { z } from 'zod'
import { keyScopeNames } from '../access.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { emailAddress, optionalText, requiredText } from '../core/text.ts'
import { permissionNames } from '../roles.ts'
import { countries, type Industry, industries } from './applications.ts'
import { chosenRoles, invitation, inviteForm, receivedInvitation } from './invitations.ts'
import { legalDocuments } from './legal.ts'
import { employeeRequest, member } from './members.ts'

export const organizationIdPattern = /^ORG-[0-9]{5}-[A-Z]{5}$/

export const roles = ['client', 'vendor', 'admin', 'super_admin'] as const
export type Role = (typeof roles)[number]

export const membershipStates = ['pending', 'active', 'deactivated', 'rejected'] as const
export type Membership = (typeof membershipStates)[number]

/** Defines an administrator's actions on a member in each state. */
export const memberCan = {
  resetPassword: (status: Membership) => status === 'active',
  deactivate: (status: Membership) => status === 'active',
  reactivate: (status: Membership) => status === 'deactivated',
  changeRoles: (status: Membership) => status === 'active',
}

/**
 * Lists the industries for an organization's profile, in the form's order. One that was approved
 * under another of `industries` keeps it until it chooses one of these.
 */
export const organizationIndustries = [
  'technology',
  'finance',
  'healthcare',
  'manufacturing',
  'retail',
  'education',
] as const satisfies readonly Industry[]

/** Lists the ranges of a company's number of employees. */
export const employeeRanges = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5000+',
] as const
export type EmployeeRange = (typeof employeeRanges)[number]

/** Describes a company as its counterparties see it. */
export const company = z.object({
  id: z.uuid(),
  /** Addresses the profile below /company-profile. */
  slug: z.string(),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  /** Mean stars, to one decimal; null without reviews. */
  rating: z.number().nullable(),
  completedContracts: z.number().int(),
})
export type Company = z.infer<typeof company>

/** Describes the caller: user, roles, organization; all empty for a visitor. */
export const viewer = z.object({
  userId: z.uuid().nullable(),
  roles: z.array(z.enum(roles)),
  /** Lists the caller's permissions within its organization. */
  may: z.array(z.enum(permissionNames)),
  membership: z.enum(membershipStates).nullable(),
  organization: z
    .object({
      name: z.string(),
      organizationId: z.string(),
      isClient: z.boolean(),
      isVendor: z.boolean(),
      isSample: z.boolean(),
    })
    .nullable(),
  /** The legal documents that the caller has yet to accept in the version in force. */
  legalDue: z.array(z.enum(legalDocuments)),
  /** Describes the key by which the caller acts; absent for people. */
  key: z.object({ scopes: z.array(z.enum(keyScopeNames)), expiresAt: z.date() }).optional(),
})
export type Viewer = z.infer<typeof viewer>

export const foundedFrom = 1600
const thisYear = new Date().getUTCFullYear()

/** Parses an organization's profile, without its registration number; fields left out stay unchanged. */
export const organizationForm = z.object({
  name: requiredText('Organization name', 200),
  email: emailAddress,
  website: optionalText(500),
  address: optionalText(1000),
  phone: optionalText(50),
  industry: z.enum(Object.keys(industries) as [Industry, ...Industry[]], {
    error: 'Choose an industry',
  }),
  description: z.string().trim().max(5000, 'Description is too long (5000 characters at most)'),
  city: requiredText('City', 200).optional(),
  country: z
    .enum(Object.keys(countries) as [keyof typeof countries], { error: 'Choose a country' })
    .optional(),
  founded: z
    .number({ error: 'Enter a year' })
    .int('Enter a year')
    .min(foundedFrom, `Enter a year from ${foundedFrom} on`)
    .max(thisYear, 'Enter a year that has begun')
    .nullable()
    .optional(),
  employees: z.enum(employeeRanges, { error: 'Choose a range' }).nullable().optional(),
})
export type OrganizationForm = z.infer<typeof organizationForm>

export const organizationProfile = z.object({
  /** Works as a join secret: null for a visitor who reads the sample. */
  organizationId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  website: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string(),
  phone: z.string().nullable(),
  registrationNumber: z.string().nullable(),
  industry: z.string(),
  description: z.string(),
  isClient: z.boolean(),
  isVendor: z.boolean(),
  createdAt: z.date(),
})
export type OrganizationProfile = z.infer<typeof organizationProfile>

const byId = z.object({ id: z.uuid() })

export const organizations = {
  viewer: oc
    .route({
      method: 'GET',
      path: '/viewer',
      summary: 'The caller: roles, membership and organization',
    })
    .output(viewer),
  get: oc
    .route({
      method: 'GET',
      path: '/organization',
      summary: "The caller's organization; a visitor reads the sample's",
    })
    .output(organizationProfile),
  update: oc
    .route({
      method: 'PUT',
      path: '/organization',
      summary: "Change the organization's profile (administrator)",
    })
    .input(organizationForm)
    .output(organizationProfile),
  listRequests: oc
    .route({
      method: 'GET',
      path: '/organization/requests',
      summary: 'Employees who wait for approval, newest first (administrator)',
    })
    .input(pageInput)
    .output(pageOf(employeeRequest)),
  approveRequest: oc
    .route({
      method: 'POST',
      path: '/organization/requests/{id}/approve',
      summary: 'Let an employee in; they learn it by mail (administrator)',
    })
    /** Gives these roles; without them, the usual ones. */
    .input(byId.extend({ roles: chosenRoles.optional() }))
    .output(z.void()),
  rejectRequest: oc
    .route({
      method: 'POST',
      path: '/organization/requests/{id}/reject',
      summary: 'Refuse an employee; they learn it by mail (administrator)',
    })
    .input(byId)
    .output(z.void()),
  listMembers: oc
    .route({
      method: 'GET',
      path: '/organization/members',
      summary: 'Active and deactivated members, newest first',
    })
    .input(pageInput)
    .output(pageOf(member)),
  resetMemberPassword: oc
    .route({
      method: 'POST',
      path: '/organization/members/{id}/reset-password',
      summary: 'Mail a member the link to a new password (administrator)',
    })
    .input(byId)
    .output(z.void()),
  deactivateMember: oc
    .route({
      method: 'POST',
      path: '/organization/members/{id}/deactivate',
      summary: "End a member's access and sessions at once (administrator)",
    })
    .input(byId)
    .output(member),
  reactivateMember: oc
    .route({
      method: 'POST',
      path: '/organization/members/{id}/reactivate',
      summary: 'Let a deactivated member back in, without administrator rights (administrator)',
    })
    .input(byId)
    .output(member),
  setMemberAdmin: oc
    .route({
      method: 'PUT',
      path: '/organization/members/{id}/admin',
      summary:
        'Grant or take administrator rights; the last administrator keeps them (administrator)',
    })
    .input(byId.extend({ isAdmin: z.boolean() }))
    .output(member),
  setMemberRoles: oc
    .route({
      method: 'PUT',
      path: '/organization/members/{id}/roles',
      summary: 'Replace the roles of a member; one without a role only reads (administrator)',
    })
    .input(byId.extend({ roles: chosenRoles }))
    .output(member),
  listInvitations: oc
    .route({
      method: 'GET',
      path: '/organization/invitations',
      summary: 'Invitations nobody has accepted yet, newest first (administrator)',
    })
    .input(pageInput)
    .output(pageOf(invitation)),
  /** Responds in the same way if the address has an account or not. */
  inviteMember: oc
    .route({
      method: 'POST',
      path: '/organization/invitations',
      summary: 'Invite a person by e-mail; inviting again sends another mail (administrator)',
    })
    .input(inviteForm)
    .output(invitation),
  revokeInvitation: oc
    .route({
      method: 'DELETE',
      path: '/organization/invitations/{id}',
      summary: 'Withdraw an invitation (administrator)',
    })
    .input(byId)
    .output(z.void()),
  /**
   * Lists the invitations of a user who had an account when invited; a new account joins by its
   * invitation's link.
   */
  receivedInvitations: oc
    .route({
      method: 'GET',
      path: '/invitations',
      summary: "Organizations that invite the caller's e-mail address",
    })
    .input(pageInput)
    .output(pageOf(receivedInvitation)),
  acceptInvitation: oc
    .route({
      method: 'POST',
      path: '/invitations/{id}/accept',
      summary: 'Join the organization as an active member',
    })
    .input(byId)
    .output(viewer),
}
