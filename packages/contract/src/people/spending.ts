import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { feeRate } from '../core/platform-fee.ts'
import { limitReasons } from './spending-rules.ts'

/** Days for which an approval waits, or a higher limit; an approval ends earlier with its offer. */
export const approvalDays = 14

/** Days for which an approver may name a stand-in. */
export const maxStandInDays = 90

export const approvalStates = ['waiting', 'approved', 'declined', 'expired', 'superseded'] as const
export type ApprovalState = (typeof approvalStates)[number]

const limit = cents.refine((amount) => amount >= 0n, 'Enter an amount').nullable()
export const limits = z.object({ paymentCents: limit, monthCents: limit })

export const spendingRules = z.object({
  /** Bounds payments without an approver and an administrator. */
  organization: limits,
  /** Bounds members who have no limits of their own and may not approve. */
  member: limits,
  needsPurchaseOrder: z.boolean(),
  needsCostCenter: z.boolean(),
})
export type SpendingRules = z.infer<typeof spendingRules>

/** Describes higher limits that an administrator wants and another person has to confirm. */
export const limitChange = z.object({
  id: z.uuid(),
  of: z.enum(['organization', 'member']),
  from: limits,
  to: limits,
  /** Names the administrator, whose own limits they are if they are a member's. */
  askedBy: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
  /** Names the reason for which the caller may not confirm it; null if it may. */
  bar: z.enum(['own', 'role']).nullable(),
})
export type LimitChange = z.infer<typeof limitChange>

/** Adds what the organization has paid in this month, in UTC, with what is on its way. */
const spendingStanding = spendingRules.extend({
  spentCents: cents,
  /** True if a higher limit of the organization, or of the one who sets it, waits until another person confirms it. */
  needsConfirmation: z.boolean(),
  waiting: z.array(limitChange),
})
export type SpendingStanding = z.infer<typeof spendingStanding>

/** Describes a member's limits, with the payments of this month, in UTC. */
export const memberSpending = z.object({
  id: z.uuid(),
  /** The limits that count for the member. */
  limits,
  /** True for limits of the member's own. */
  isOwn: z.boolean(),
  spentCents: cents,
})
export type MemberSpending = z.infer<typeof memberSpending>

const reference = z.string().trim().max(60, 'At most 60 characters')
export const purchaseReferences = z.object({ purchaseOrder: reference, costCenter: reference })
export type PurchaseReferences = z.infer<typeof purchaseReferences>

const note = z.string().trim().max(2000, 'At most 2,000 characters').default('')

export const approvalDecision = z.object({
  name: z.string(),
  /** Names the approver in whose place a stand-in decided. */
  inPlaceOf: z.string().nullable(),
  decision: z.enum(['approve', 'decline']),
  comment: z.string().nullable(),
  decidedAt: z.date(),
})

/** Lists the reasons for which a caller may not decide on an approval. */
export const decisionBars = ['own', 'role', 'limit', 'decided', 'ended'] as const

export const approval = z.object({
  id: z.uuid(),
  state: z.enum(approvalStates),
  offerId: z.string(),
  dprId: z.string(),
  revision: z.number().int(),
  title: z.string(),
  vendorName: z.string(),
  priceCents: cents,
  feeBps: feeRate,
  /** The most that may be paid, with the fee. */
  amountCents: cents,
  budgetMinCents: cents,
  budgetMaxCents: cents,
  timelineDays: z.number().int(),
  askedBy: z.string(),
  isOwn: z.boolean(),
  note: z.string().nullable(),
  reason: z.enum(limitReasons),
  limitCents: cents,
  /** Applies the limits in force at the time of the read. */
  needsAdministrator: z.boolean(),
  references: z.object({ purchaseOrder: z.string().nullable(), costCenter: z.string().nullable() }),
  createdAt: z.date(),
  expiresAt: z.date(),
  endedAt: z.date().nullable(),
  decisions: z.array(approvalDecision),
  bar: z.enum(decisionBars).nullable(),
  /** The rest of the caller's month after it, null without a monthly limit. */
  leftCents: cents.nullable(),
})
export type Approval = z.infer<typeof approval>

/** Describes what a member needs to pay for an offer. */
export const purchaseNeed = z.object({
  /** Null if the caller may pay without an approval, or if the one there is suffices. */
  needed: z
    .object({ reason: z.enum(limitReasons), limitCents: cents, amountCents: cents })
    .nullable(),
  /** The latest of the offer. */
  approval: approval.nullable(),
  /** The offer's, for which an approval would be. */
  revision: z.number().int(),
  needsPurchaseOrder: z.boolean(),
  needsCostCenter: z.boolean(),
  references: approval.shape.references,
})
export type PurchaseNeed = z.infer<typeof purchaseNeed>

const standIn = z.object({ userId: z.uuid(), name: z.string(), until: z.date() })

const byId = z.object({ id: z.uuid() })

export const spending = {
  rules: oc
    .route({
      method: 'GET',
      path: '/organization/spending',
      summary: 'What the organization lets be paid without an approval',
    })
    .output(spendingStanding),
  setRules: oc
    .route({
      method: 'PUT',
      path: '/organization/spending',
      summary:
        'Set the limits of the organization, where higher ones wait for a confirmation, and of its members (administrator)',
    })
    .input(spendingRules)
    .output(spendingStanding),
  decideChange: oc
    .route({
      method: 'POST',
      path: '/organization/spending/changes/{id}/decision',
      summary: 'Confirm or decline higher limits; who asked for them can only withdraw (approver)',
    })
    .input(byId.extend({ decision: z.enum(['confirm', 'decline']) }))
    .output(spendingStanding),
  members: oc
    .route({
      method: 'GET',
      path: '/organization/spending/members',
      summary: "Members' limits, and what they paid in this month",
    })
    .input(pageInput)
    .output(pageOf(memberSpending)),
  setMemberLimits: oc
    .route({
      method: 'PUT',
      path: '/organization/spending/members/{id}',
      summary:
        "Set a member's own limits; null takes them back; one's own higher ones wait for a confirmation (administrator)",
    })
    .input(byId.extend({ limits: limits.nullable() }))
    .output(memberSpending),
}

export const approvals = {
  list: oc
    .route({
      method: 'GET',
      path: '/approvals',
      summary: "The organization's approvals in one state, newest first",
    })
    .input(pageInput.extend({ state: z.enum(approvalStates).default('waiting') }))
    .output(pageOf(approval)),
  waitingCount: oc
    .route({
      method: 'GET',
      path: '/approvals/waiting-count',
      summary: 'How many approvals the caller can decide on now',
    })
    .output(
      z.object({
        waitingCount: z.number().int(),
        /** True if more wait in the organization than were looked at. */
        isMore: z.boolean(),
      }),
    ),
  get: oc
    .route({
      method: 'GET',
      path: '/offers/{offerId}/approval',
      summary: 'What the caller needs to pay for an offer: nothing, or an approval, and its state',
    })
    .input(z.object({ offerId: z.string().max(40) }))
    .output(purchaseNeed),
  ask: oc
    .route({
      method: 'POST',
      path: '/offers/{offerId}/approval',
      summary: 'Ask for the approval of an offer in its present revision (client)',
    })
    .input(
      purchaseReferences.partial().extend({
        offerId: z.string().max(40),
        revision: z.number().int(),
        note,
      }),
    )
    .output(approval),
  decide: oc
    .route({
      method: 'POST',
      path: '/approvals/{id}/decision',
      summary: 'Approve or decline; nobody decides on what they asked for (approver)',
    })
    .input(byId.extend({ decision: z.enum(['approve', 'decline']), comment: note }))
    .output(approval),
  standIn: oc
    .route({
      method: 'GET',
      path: '/approvals/stand-in',
      summary: 'Who decides in the place of the caller, and for whom the caller does',
    })
    .output(z.object({ own: standIn.nullable(), for: z.array(standIn) })),
  setStandIn: oc
    .route({
      method: 'PUT',
      path: '/approvals/stand-in',
      summary: 'Say who decides in the place of the caller, or nobody (approver)',
    })
    .input(
      z.object({
        standIn: z
          .object({ userId: z.uuid(), days: z.number().int().min(1).max(maxStandInDays) })
          .nullable(),
      }),
    )
    .output(z.void()),
}
