/** Invitations of people to an organization. */
import { z } from 'zod'
import { emailAddress } from '../core/text.ts'

export const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  /** Null when that account is gone. */
  invitedBy: z.string().nullable(),
  invitedAt: z.date(),
  expiresAt: z.date(),
})
export type Invitation = z.infer<typeof invitation>

export const inviteForm = z.object({ email: emailAddress })

export const receivedInvitation = z.object({
  id: z.uuid(),
  organizationName: z.string(),
  invitedAt: z.date(),
})
