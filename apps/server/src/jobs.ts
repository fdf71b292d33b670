/** Every module's jobs, when those run that nobody asks for, and whom the bank's outcomes are for. */
import { auditJobs, auditSchedule } from './modules/audit/jobs.ts'
import type { Auth } from './modules/auth/service.ts'
import { authJobs, authSchedule } from './modules/auth/service.ts'
import { bankJobs, bankSchedule } from './modules/bank/jobs.ts'
import type { OnOutcome } from './modules/bank/service.ts'
import { billingJobs, billingSchedule } from './modules/billing/jobs.ts'
import { applyChargeOutcome } from './modules/billing/service.ts'
import { blobJobs, blobSchedule } from './modules/blobs/jobs.ts'
import { bookJobs, bookSchedule } from './modules/books/jobs.ts'
import { closingJobs, closingSchedule } from './modules/closings/jobs.ts'
import { deliveryJobs, deliverySchedule } from './modules/deliveries/jobs.ts'
import { disputeJobs, disputeSchedule } from './modules/disputes/jobs.ts'
import { escrowJobs, escrowSchedule } from './modules/escrow/jobs.ts'
import { applyRefundOutcome } from './modules/escrow/service.ts'
import { eventJobs, eventSchedule } from './modules/events/jobs.ts'
import { ledgerJobs, ledgerSchedule } from './modules/ledger/jobs.ts'
import { marketJobs } from './modules/market/jobs.ts'
import { negotiationJobs, negotiationSchedule } from './modules/negotiation/jobs.ts'
import { applyPaymentOutcome } from './modules/payments/service.ts'
import { payoutJobs, payoutSchedule } from './modules/payouts/jobs.ts'
import { applyPayoutOutcome } from './modules/payouts/service.ts'
import { previewJobs } from './modules/previews/jobs.ts'
import { sampleJobs } from './modules/samples/jobs.ts'
import type { Platform } from './platform/context.ts'
import type { Jobs, Schedule } from './platform/jobs.ts'
import { mailJobs, mailSchedule } from './platform/mail.ts'

export const scheduleOf = (config: Platform['config']): Schedule => [
  ...authSchedule,
  ...ledgerSchedule,
  ...bankSchedule,
  ...escrowSchedule,
  ...payoutSchedule(config),
  ...disputeSchedule,
  ...billingSchedule,
  ...bookSchedule,
  ...auditSchedule,
  ...blobSchedule,
  ...deliverySchedule,
  ...closingSchedule,
  ...negotiationSchedule,
  ...mailSchedule,
  ...eventSchedule,
]

export function jobsOf(platform: Platform, auth: Auth): Jobs {
  const { config, db, log } = platform
  return {
    ...mailJobs(db, { smtpUrl: config.smtpUrl, from: config.mailFrom, log }),
    ...authJobs(auth, config.smsWebhook),
    ...deliveryJobs(platform),
    ...previewJobs(platform),
    ...blobJobs(platform),
    ...ledgerJobs(platform),
    ...bankJobs(platform, onBankOutcome),
    ...escrowJobs(platform),
    ...payoutJobs(platform),
    ...disputeJobs(platform),
    ...billingJobs(platform),
    ...bookJobs(platform),
    ...auditJobs(platform),
    ...negotiationJobs(platform),
    ...eventJobs(platform),
    ...marketJobs(platform),
    ...closingJobs(platform),
    ...sampleJobs(platform, auth),
  }
}

/** Whom the bank's outcomes are for, by what the instruction's key begins with. */
const bankOutcomes: Record<string, OnOutcome> = {
  payment: applyPaymentOutcome,
  refund: applyRefundOutcome,
  payout: applyPayoutOutcome,
  subscription: applyChargeOutcome,
}

export const onBankOutcome: OnOutcome = async (ctx, outcome) => {
  const apply = bankOutcomes[outcome.key.split(':')[0]!]
  if (!apply) throw new Error(`Nobody has given the instruction ${outcome.key}.`)
  await apply(ctx, outcome)
}
