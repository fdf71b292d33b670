/** Collects every module's jobs, the schedule of recurring jobs, and the handlers of the bank's outcomes. */
import { answerJobs, answerSchedule } from './core/api/jobs.ts'
import type { Auth } from './core/auth/service.ts'
import { authJobs, authSchedule } from './core/auth/service.ts'
import { documentJobs, documentSchedule } from './core/documents/jobs.ts'
import { eventJobs, eventSchedule } from './core/events/jobs.ts'
import { incidentJobs, incidentSchedule } from './core/jobs/incident-alerts.ts'
import { noticeJobs } from './core/notifications/jobs.ts'
import { requestLogJobs, requestLogSchedule } from './core/request-log/jobs.ts'
import { logJobs, logSchedule } from './core/transparency/jobs.ts'
import { webhookJobs, webhookSchedule } from './core/webhooks/jobs.ts'
import { blobJobs, blobSchedule } from './delivery/blob-gc/jobs.ts'
import { deliveryJobs, deliverySchedule } from './delivery/deliveries/jobs.ts'
import { finishDelivery, listStored, noteDelay } from './delivery/deliveries/service.ts'
import { destructionJobs, destructionSchedule } from './delivery/destructions/jobs.ts'
import { drawJobs, drawSchedule } from './delivery/draws/jobs.ts'
import { engineLanes } from './delivery/engine/service.ts'
import { findingJobs } from './delivery/findings/jobs.ts'
import { previewJobs, previewSchedule } from './delivery/previews/jobs.ts'
import { finishSamples, listStoredSamples } from './delivery/previews/service.ts'
import { pushJobs, pushSchedule } from './delivery/pushes/jobs.ts'
import { subscriptionJobs, subscriptionSchedule } from './delivery/subscriptions/jobs.ts'
import { answeringJobs } from './market/answering/jobs.ts'
import { closingJobs, closingSchedule } from './market/dpr-closing/jobs.ts'
import { marketJobs } from './market/marketplace/jobs.ts'
import { negotiationJobs, negotiationSchedule } from './market/negotiation/jobs.ts'
import { priceJobs, priceSchedule } from './market/price-estimates/jobs.ts'
import { scoreJobs, scoreSchedule } from './market/vendor-scores/jobs.ts'
import { bookJobs, bookSchedule } from './money/accounting/jobs.ts'
import { bankJobs, bankSchedule } from './money/bank-gateway/jobs.ts'
import type { OnOutcome } from './money/bank-gateway/service.ts'
import { disputeJobs, disputeSchedule } from './money/disputes/jobs.ts'
import { escrowJobs, escrowSchedule } from './money/escrow/jobs.ts'
import { applyRefundOutcome } from './money/escrow/service.ts'
import { drawDocument } from './money/invoices/service.ts'
import { ledgerJobs, ledgerSchedule } from './money/ledger/jobs.ts'
import { applyPaymentOutcome } from './money/payments/service.ts'
import { payoutJobs, payoutSchedule } from './money/payouts/jobs.ts'
import { applyPayoutOutcome } from './money/payouts/service.ts'
import { billingJobs, billingSchedule } from './money/subscriptions/jobs.ts'
import { applyChargeOutcome } from './money/subscriptions/service.ts'
import { taxFormJobs, taxFormSchedule } from './money/tax-forms/jobs.ts'
import { digestJobs, digestSchedule } from './overview/digests/jobs.ts'
import { insightJobs, insightSchedule } from './overview/insights/jobs.ts'
import { applicationJobs } from './people/applications/jobs.ts'
import { keyJobs, keySchedule } from './people/keys/jobs.ts'
import { singleSignOnJobs, singleSignOnSchedule } from './people/single-sign-on/jobs.ts'
import { spendingJobs, spendingSchedule } from './people/spending/jobs.ts'
import type { Platform } from './platform/http/context.ts'
import { returnPaths } from './platform/mail/return-path.ts'
import { mailJobs, mailSchedule } from './platform/mail/send-mails.ts'
import type { Jobs, Schedule } from './platform/process/jobs.ts'
import type { Lane } from './platform/process/lanes.ts'
import { sampleJobs } from './sample-data/jobs.ts'

/** Lists every task outside the engine under its one lane, with those that only some settings bring. */
const tasksByLane = {
  money: [
    'bank.receive',
    'bank.reconcile',
    'bank.resume',
    'bank.submit',
    'billing.run',
    'built_in_bank.notify',
    'dispute.tick',
    'escrow.release',
    'escrow.review',
    'ledger.fold',
    'ledger.verify',
    'payout.run',
    'stripe.event',
    'subscription.advance',
  ],
  mail: ['application.acknowledge', 'digest.send', 'mail.send', 'search.match', 'sms.send'],
  default: [
    'answer.expire',
    'approval.expire',
    'approval.remind',
    'api_key.remind',
    'api_request.expire',
    'attachment.expire',
    'auth.purge',
    'blob.erase',
    'blob.sweep',
    'delivery.copy',
    'delivery.resume',
    'document.expire',
    'dpr.expire',
    'draw.resume',
    'event.expire',
    'evidence.expire',
    'incident.watch',
    'insights.close',
    'key.sweep',
    'mail.expire',
    'measurement.expire',
    'original.destroy',
    'preview.watch',
    'price.group',
    'push.resume',
    'sample.erase',
    'samples.reset',
    'score.record',
    'sso.check_domains',
    'tax_form.remind',
    'transparency.check',
    'transparency.integrate',
    'upload.expire',
    'webhook.expire',
  ],
  answers: ['proposal.answer'],
  webhooks: ['webhook.send'],
  notices: ['notice.push'],
  pushes: ['delivery.push'],
} as const

/** Returns the lanes that this server works in, by its role. */
export function lanesOf({
  role,
  ...memory
}: Pick<Platform['config'], 'role' | 'engineMemoryMb' | 'synthesisMemoryMb'>): Lane[] {
  const lane = (name: keyof typeof tasksByLane, concurrency: number): Lane => ({
    name,
    tasks: tasksByLane[name],
    concurrency,
  })
  const worker = [
    lane('money', 4),
    lane('mail', 4),
    lane('default', 2),
    // Counterparties wait for them, so no slow job is before them.
    lane('answers', 2),
    // The second begins when the first, after minutes, takes up no more.
    lane('webhooks', 2),
    lane('notices', 4),
    // Two of one client run at a time at most, those of one destination in turn.
    lane('pushes', 4),
  ]
  const engines = engineLanes(memory)
  return { all: [...worker, ...engines], web: [], worker, engine: engines }[role]
}

export const scheduleOf = (config: Platform['config']): Schedule => [
  ...authSchedule,
  ...ledgerSchedule,
  ...bankSchedule,
  ...escrowSchedule,
  ...payoutSchedule(config),
  ...disputeSchedule,
  ...billingSchedule,
  ...taxFormSchedule,
  ...bookSchedule,
  ...logSchedule,
  ...blobSchedule,
  ...documentSchedule,
  ...deliverySchedule,
  ...previewSchedule,
  ...drawSchedule,
  ...pushSchedule,
  ...subscriptionSchedule,
  ...destructionSchedule,
  ...closingSchedule,
  ...priceSchedule,
  ...scoreSchedule,
  ...negotiationSchedule,
  ...mailSchedule,
  ...eventSchedule,
  ...incidentSchedule,
  ...keySchedule,
  ...spendingSchedule,
  ...answerSchedule,
  ...requestLogSchedule,
  ...webhookSchedule,
  ...digestSchedule,
  ...insightSchedule,
  ...singleSignOnSchedule,
]

export function jobsOf(platform: Platform, auth: Auth): Jobs {
  const { config, db, log, secrets } = platform
  const { mailReports } = config
  return {
    ...mailJobs(db, {
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      returnPaths: mailReports && returnPaths(mailReports.address, secrets),
      log,
      draw: drawDocument,
    }),
    ...authJobs(auth, config.smsWebhook),
    ...deliveryJobs(platform),
    ...previewJobs(platform),
    ...drawJobs(platform),
    ...findingJobs(platform),
    ...pushJobs(platform),
    ...subscriptionJobs(platform),
    ...destructionJobs(platform, {
      ofDelivery: { onDestroyed: finishDelivery, onFault: noteDelay },
      ofSample: { onDestroyed: finishSamples },
      listNamed: async (tx, ids) => [
        ...(await listStored(tx, ids)),
        ...(await listStoredSamples(tx, ids)),
      ],
    }),
    ...blobJobs(platform),
    ...documentJobs(platform),
    ...ledgerJobs(platform),
    ...bankJobs(platform, onBankOutcome),
    ...escrowJobs(platform),
    ...payoutJobs(platform),
    ...disputeJobs(platform),
    ...billingJobs(platform),
    ...taxFormJobs(platform),
    ...bookJobs(platform),
    ...logJobs(platform),
    ...negotiationJobs(platform),
    ...answeringJobs(platform),
    ...eventJobs(platform),
    ...incidentJobs(platform),
    ...keyJobs(platform),
    ...spendingJobs(platform),
    ...answerJobs(platform),
    ...requestLogJobs(platform),
    ...webhookJobs(platform),
    ...noticeJobs(platform),
    ...marketJobs(platform),
    ...applicationJobs(platform),
    ...digestJobs(platform),
    ...insightJobs(platform),
    ...closingJobs(platform),
    ...priceJobs(platform),
    ...scoreJobs(platform),
    ...singleSignOnJobs(platform),
    ...sampleJobs(platform, auth),
  }
}

/** Maps the prefix of an instruction's key to the handler of its outcome. */
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
