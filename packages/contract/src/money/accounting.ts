import { oc } from '@orpc/contract'
import { z } from 'zod'
import { cents } from '../core/money.ts'
import { pageInput, pageOf } from '../core/paging.ts'
import { requiredText } from '../core/text.ts'
import { adjustment, adjustmentForm, adjustmentStates } from './adjustments.ts'
import { bankStatement, statementBreak } from './bank-statements.ts'
import { explainInput, figureLine } from './ledger-figures.ts'
import { restoreConfirmation, restoreHold } from './restore-hold.ts'

/** Labels the kinds of ledger entries, as both parties and staff read them. */
const entryWords: Record<string, string> = {
  fund: 'Payment sent to the bank',
  fund_reversed: 'Payment not settled',
  settle: 'Payment settled into escrow',
  release: 'Released to the vendor',
  freeze: 'Frozen for a dispute',
  thaw: 'Dispute ended, held again',
  refund: 'Escrow refunded or divided',
  refund_paid: 'Refund paid out',
  refund_failed: 'Refund refused by the bank',
  return: 'Payment taken back by the bank',
  payout: 'Payout sent to the bank',
  payout_paid: 'Payout paid',
  payout_failed: 'Payout refused by the bank',
  payout_returned: 'Payout returned by the bank',
  charge: 'Plan paid',
  charge_returned: 'Payment for the plan taken back by the bank',
  sweep: 'Earned fees moved out of trust',
  capital: 'Capital put in',
  suspense: "Difference to the bank's statement",
  adjustment: 'Manual adjustment',
}
export const entryKinds = Object.keys(entryWords)
export const ledgerEntryLabel = (kind: string) => entryWords[kind] ?? kind.replaceAll('_', ' ')

const accountCode = z.string().trim().min(1).max(120)
const day = z.iso.date()
/** Bounds a period by days in UTC, both included. */
const period = z.object({ from: day.optional(), to: day.optional() })

export const ledgerAccount = z.object({
  code: z.string(),
  kind: z.string(),
  meaning: z.string(),
  /** The organization's or contract's name; null for the platform's own accounts. */
  subject: z.string().nullable(),
  contractId: z.string().nullable(),
  /** Grows with its debits; the others with their credits. */
  isDebitNormal: z.boolean(),
  debitsCents: cents,
  creditsCents: cents,
  balanceCents: cents,
})
export type LedgerAccount = z.infer<typeof ledgerAccount>

export const statementLine = z.object({
  id: z.string(),
  entryId: z.uuid(),
  kind: z.string(),
  effectiveAt: z.date(),
  contractId: z.string().nullable(),
  /** The account on the other side. */
  otherCode: z.string(),
  /** The organization that it is kept for. */
  otherSubject: z.string().nullable(),
  /** Negative where it lowers the balance. */
  amountCents: cents,
  balanceCents: cents,
})
export type StatementLine = z.infer<typeof statementLine>

export const ledgerEntry = z.object({
  id: z.uuid(),
  kind: z.string(),
  key: z.string(),
  contractId: z.string().nullable(),
  /** The acting organization; null for the platform. */
  organizationName: z.string().nullable(),
  effectiveAt: z.date(),
  recordedAt: z.date(),
  amountCents: cents,
  legs: z.array(
    z.object({
      dr: z.string(),
      drSubject: z.string().nullable(),
      cr: z.string(),
      crSubject: z.string().nullable(),
      amountCents: cents,
    }),
  ),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

const sumOfKind = z.object({
  kind: z.string(),
  meaning: z.string(),
  isDebitNormal: z.boolean(),
  accountsCount: z.number().int(),
  debitsCents: cents,
  creditsCents: cents,
  balanceCents: cents,
})

export const ledgerOverview = z.object({
  /** The trial balance: every kind of account of the chart. */
  kinds: z.array(sumOfKind),
  trust: z.object({
    /** Sums the cash at the bank, including suspense. */
    cashCents: cents,
    /** The part of the cash that belongs to clients and vendors. */
    owedCents: cents,
    /** Earned fees that have not been taken out. */
    unsweptCents: cents,
    /** Zero, or something is wrong. */
    gapCents: cents,
  }),
  /** The newest published head of the transparency log; null before the first. */
  logHead: z.object({ size: z.bigint(), rootHex: z.string() }).nullable(),
  waiting: z.object({ adjustments: z.number().int(), breaks: z.number().int() }),
  /** Describes what waits since a restore; null if nothing does. */
  restore: restoreHold.nullable(),
})
export type LedgerOverview = z.infer<typeof ledgerOverview>

const byId = z.object({ id: z.uuid() })
const decision = byId.extend({
  note: z
    .string()
    .trim()
    .max(1000)
    .nullish()
    .transform((note) => note || null),
})

const staff = {
  overview: oc
    .route({
      method: 'GET',
      path: '/admin/ledger',
      summary: 'Trial balance, trust gap and the head of the transparency log (staff)',
    })
    .output(ledgerOverview),
  verify: oc
    .route({
      method: 'POST',
      path: '/admin/ledger/verify',
      summary: 'Check every invariant of the ledger now (staff)',
    })
    .output(
      z.object({
        checkedAt: z.date(),
        violations: z.array(z.string()),
        /** Lists what has been at the bank for longer than usual. */
        stuck: z.array(z.string()),
      }),
    ),
  accounts: oc
    .route({
      method: 'GET',
      path: '/admin/ledger/accounts',
      summary: 'Accounts with balances, by code, kind, organization or contract (staff)',
    })
    .input(
      pageInput.extend({
        search: z.string().trim().max(200).default(''),
        kind: z.string().max(40).optional(),
      }),
    )
    .output(pageOf(ledgerAccount)),
  statement: oc
    .route({
      method: 'GET',
      path: '/admin/ledger/accounts/{code}/statement',
      summary: 'Movements of one account with its running balance, newest first (staff)',
    })
    .input(pageInput.extend({ code: accountCode, ...period.shape }))
    .output(pageOf(statementLine).extend({ account: ledgerAccount })),
  entries: oc
    .route({
      method: 'GET',
      path: '/admin/ledger/entries',
      summary: 'Entries with their legs, newest first (staff)',
    })
    .input(
      pageInput.extend({
        entryId: z.uuid().optional(),
        kind: z.string().max(40).optional(),
        contractId: z.string().trim().max(40).optional(),
        /** Part of the name, or the public ID, of an organization whose accounts it moves. */
        organization: z.string().trim().max(200).optional(),
        ...period.shape,
      }),
    )
    .output(pageOf(ledgerEntry)),
  adjustments: oc
    .route({
      method: 'GET',
      path: '/admin/ledger/adjustments',
      summary: 'Manual adjustments, newest first (staff)',
    })
    .input(pageInput.extend({ state: z.enum(adjustmentStates).optional() }))
    .output(pageOf(adjustment)),
  propose: oc
    .route({
      method: 'POST',
      path: '/admin/ledger/adjustments',
      summary: 'Propose an adjustment, for another person to approve (staff)',
    })
    .input(adjustmentForm)
    .output(adjustment),
  reverse: oc
    .route({
      method: 'POST',
      path: '/admin/ledger/adjustments/{id}/reverse',
      summary: 'Propose to take an adjustment back (staff)',
    })
    .input(byId.extend({ reason: requiredText('Reason', 1000) }))
    .output(adjustment),
  approve: oc
    .route({
      method: 'POST',
      path: '/admin/ledger/adjustments/{id}/approve',
      summary: 'Approve what somebody else has proposed, which posts it (staff)',
    })
    .input(decision)
    .output(adjustment),
  reject: oc
    .route({
      method: 'POST',
      path: '/admin/ledger/adjustments/{id}/reject',
      summary: 'Reject what somebody else has proposed (staff)',
    })
    .input(decision)
    .output(adjustment),
  withdraw: oc
    .route({
      method: 'POST',
      path: '/admin/ledger/adjustments/{id}/withdraw',
      summary: 'Take an own proposal back (staff)',
    })
    .input(byId)
    .output(adjustment),
  statements: oc
    .route({
      method: 'GET',
      path: '/admin/ledger/statements',
      summary: "The bank's statements beside the books, latest day first (staff)",
    })
    .input(pageInput)
    .output(pageOf(bankStatement)),
  breaks: oc
    .route({
      method: 'GET',
      path: '/admin/ledger/breaks',
      summary: "Where the bank's statements and the books differ, newest first (staff)",
    })
    .input(pageInput.extend({ state: z.enum(['open', 'resolved']).default('open') }))
    .output(pageOf(statementBreak)),
  confirmRestore: oc
    .route({
      method: 'POST',
      path: '/admin/ledger/restore/confirm',
      summary: 'Let money and earlier mail go after a restore (staff)',
    })
    .input(restoreConfirmation)
    .output(z.void()),
}

export const books = {
  explain: oc
    .route({
      method: 'GET',
      path: '/figures/{figure}',
      summary: 'The entries that a figure is the sum of, newest first (parties)',
    })
    .input(explainInput)
    .output(pageOf(figureLine).extend({ sumCents: cents, linesCount: z.number().int() })),
  staff,
}
