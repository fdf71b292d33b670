import { oc } from '@orpc/contract'
import { z } from 'zod'

export const organizationIdPattern = /^ORG-[0-9]{5}-[A-Z]{5}$/

export const roles = ['client', 'vendor', 'admin', 'super_admin'] as const
export type Role = (typeof roles)[number]

export const membershipStates = ['pending', 'active', 'deactivated', 'rejected'] as const

/** A company as its counterparties see it. */
export const company = z.object({
  id: z.uuid(),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  completedContracts: z.number().int(),
})
export type Company = z.infer<typeof company>

/** Who the caller is to the marketplace; all empty for a visitor. */
export const viewer = z.object({
  userId: z.uuid().nullable(),
  roles: z.array(z.enum(roles)),
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
})
export type Viewer = z.infer<typeof viewer>

export const organizations = {
  viewer: oc
    .route({
      method: 'GET',
      path: '/viewer',
      summary: 'The caller: roles, membership and organization',
    })
    .output(viewer),
}
