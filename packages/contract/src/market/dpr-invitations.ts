/** Describes invitations of vendors by a client to send an offer. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { optionalText } from '../core/text.ts'
import { company } from '../people/organizations.ts'

export const dprInvitation = z.object({
  vendor: company,
  /** `offered` from the vendor's first offer on. */
  state: z.enum(['invited', 'offered']),
  message: z.string().nullable(),
  createdAt: z.date(),
})
export type DprInvitation = z.infer<typeof dprInvitation>

/** Limits the vendors that a request may invite. */
export const MAX_INVITATIONS = 50

export const invitationForm = z.object({ vendorId: z.uuid(), message: optionalText(2000) })

const byRequest = z.object({ dprId: z.string().max(40) })

export const invitationProcedures = {
  invitations: oc
    .route({
      method: 'GET',
      path: '/dprs/{dprId}/invitations',
      summary: 'Vendors invited to an own request, newest first (client)',
    })
    .input(pageInput.extend(byRequest.shape))
    .output(pageOf(dprInvitation)),
  invite: oc
    .route({
      method: 'POST',
      path: '/dprs/{dprId}/invitations',
      summary: 'Invite a vendor to send an offer (client)',
    })
    .input(invitationForm.extend(byRequest.shape))
    .output(dprInvitation),
}
