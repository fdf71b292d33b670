/** Invitations of people to an organization. */
import { z } from 'zod'
import { emailAddress } from '../core/text.ts'
import { memberRoleNames } from '../roles.ts'

/** Parses what an administrator lets a member do; none: the member reads. */
export const chosenRoles = z.array(z.enum(memberRoleNames, { error: 'Choose a role' })).max(10)

export const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  /** Null when that account is gone. */
  invitedBy: z.string().nullable(),
  invitedAt: z.date(),
  expiresAt: z.date(),
  /** The roles of who accepts. */
  roles: chosenRoles,
})
export type Invitation = z.infer<typeof invitation>

export const inviteForm = z.object({
  email: emailAddress,
  /** Left out: what members could do before there were roles. */
  roles: chosenRoles.optional(),
})
export type InviteForm = z.infer<typeof inviteForm>

export const receivedInvitation = z.object({
  id: z.uuid(),
  organizationName: z.string(),
  invitedAt: z.date(),
})
