import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../../core/paging.ts'
import { dispute } from './dispute.ts'
import { dataClaims } from './dispute-claims.ts'
import {
  disputeClaim,
  disputeOpening,
  partNeedsAmount,
  rulingForm,
  settlementForm,
  statementForm,
} from './dispute-forms.ts'
import { MAX_EVIDENCE_FILES } from './dispute-rules.ts'
import { disputeRow, disputeTabs, staffDispute } from './staff-disputes.ts'

const evidenceIds = z.array(z.uuid()).max(MAX_EVIDENCE_FILES).default([])
const byDispute = z.object({ disputeId: z.string().max(40) })
const bySettlement = z.object({ settlementId: z.uuid() })
const withEvidence = { evidenceIds }

export const disputes = {
  list: oc
    .route({
      method: 'GET',
      path: '/contracts/{contractId}/disputes',
      summary: "A contract's disputes, newest first, for either party",
    })
    .input(pageInput.extend({ contractId: z.string().max(40) }))
    .output(pageOf(dispute)),
  open: oc
    .route({
      method: 'POST',
      path: '/contracts/{contractId}/disputes',
      summary: 'Open a dispute, which freezes what is in escrow',
    })
    .input(
      disputeOpening
        .extend({
          contractId: z.string().max(40),
          /**
           * Names files uploaded before, each as the body of POST
           * /api/contracts/{id}/evidence?fileName=…, which returns an `attachment`.
           */
          ...withEvidence,
          /** Lists claims about the delivered data, to be measured (client). */
          claims: dataClaims.default([]),
        })
        .refine(partNeedsAmount.check, partNeedsAmount.problem),
    )
    .output(dispute),
  answer: oc
    .route({
      method: 'POST',
      path: '/disputes/{disputeId}/answer',
      summary: 'Answer the claim, once (the other party)',
    })
    .input(
      disputeClaim
        .extend({ ...byDispute.shape, ...withEvidence })
        .refine(partNeedsAmount.check, partNeedsAmount.problem),
    )
    .output(dispute),
  addStatement: oc
    .route({
      method: 'POST',
      path: '/disputes/{disputeId}/statements',
      summary: 'Add a statement or evidence (either party)',
    })
    .input(statementForm.extend({ ...byDispute.shape, ...withEvidence }))
    .output(dispute),
  evidenceLink: oc
    .route({
      method: 'GET',
      path: '/evidence/{evidenceId}/link',
      summary: 'A short-lived link to a piece of evidence (either party, staff)',
    })
    .input(z.object({ evidenceId: z.uuid() }))
    .output(z.object({ url: z.string() })),
  /** One's own pending proposal must be withdrawn first; the other party's is answered by one that names it. */
  propose: oc
    .route({
      method: 'POST',
      path: '/disputes/{disputeId}/settlements',
      summary: 'Propose a settlement (either party)',
    })
    .input(
      settlementForm.extend({
        ...byDispute.shape,
        /** The pending proposal of the other party that this one answers. */
        counters: z.uuid().optional(),
      }),
    )
    .output(dispute),
  accept: oc
    .route({
      method: 'POST',
      path: '/settlements/{settlementId}/accept',
      summary: 'Accept a settlement, which ends the dispute and moves the money (the other party)',
    })
    .input(bySettlement)
    .output(dispute),
  reject: oc
    .route({
      method: 'POST',
      path: '/settlements/{settlementId}/reject',
      summary: 'Reject a settlement (the other party)',
    })
    .input(bySettlement)
    .output(dispute),
  retract: oc
    .route({
      method: 'POST',
      path: '/settlements/{settlementId}/withdraw',
      summary: 'Withdraw a settlement (who proposed it)',
    })
    .input(bySettlement)
    .output(dispute),
  escalate: oc
    .route({
      method: 'POST',
      path: '/disputes/{disputeId}/escalate',
      summary: 'Ask staff to decide (either party)',
    })
    .input(byDispute)
    .output(dispute),
  withdraw: oc
    .route({
      method: 'POST',
      path: '/disputes/{disputeId}/withdraw',
      summary: 'Withdraw the dispute, so that the contract goes on (who opened it)',
    })
    .input(byDispute)
    .output(dispute),
  staff: {
    /** Lists the longest-waiting disputes first if staff are to decide, otherwise the latest first. */
    list: oc
      .route({ method: 'GET', path: '/admin/disputes', summary: 'Disputes (staff)' })
      .input(
        pageInput.extend({
          tab: z.enum(disputeTabs).default('waiting'),
          /** Part of the title, a company's name, or an ID. */
          search: z.string().trim().max(200).optional(),
        }),
      )
      .output(pageOf(disputeRow)),
    get: oc
      .route({ method: 'GET', path: '/admin/disputes/{disputeId}', summary: 'One dispute (staff)' })
      .input(byDispute)
      .output(staffDispute),
    /** Ends the dispute. If two people are required, creates a draft that another user confirms. */
    rule: oc
      .route({
        method: 'POST',
        path: '/admin/disputes/{disputeId}/ruling',
        summary: 'Decide a dispute, or draft the decision of a large one (staff)',
      })
      .input(
        rulingForm.extend({
          ...byDispute.shape,
          /** The draft that this one takes the place of. */
          replaces: z.uuid().nullish(),
        }),
      )
      .output(staffDispute),
    confirm: oc
      .route({
        method: 'POST',
        path: '/admin/rulings/{rulingId}/confirm',
        summary: "Confirm somebody else's draft, which ends the dispute (staff)",
      })
      .input(z.object({ rulingId: z.uuid() }))
      .output(staffDispute),
  },
}
