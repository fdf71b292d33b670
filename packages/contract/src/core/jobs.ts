import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from './paging.ts'

/** Maps each task to its description for staff. */
export const taskWords: Record<string, string> = {
  'answer.expire': 'Delete stored answers to repeated changes',
  'api_request.expire': 'Delete the log of requests by keys after 30 days',
  'api_key.remind': 'Remind of keys that end soon',
  'application.acknowledge': 'Mail applicants their reference',
  'approval.expire': 'End approvals whose time is up',
  'approval.remind': 'Remind approvers of what waits for them',
  'attachment.expire': 'Delete files that were attached and never sent',
  'auth.purge': 'Delete expired sessions and one-time links',
  'bank.receive': 'Book what the bank has told',
  'bank.reconcile': 'Compare the bank’s statement with the books',
  'bank.resume': 'Take up what the bank was not told',
  'bank.submit': 'Hand an instruction to the bank',
  'billing.run': 'Begin new billing periods',
  'blob.erase': 'Erase stored files that are no longer kept',
  'blob.sweep': 'Delete stored files that nothing refers to',
  'built_in_bank.notify': 'Let the built-in bank tell its news',
  'claims.check': 'Measure claims for a client before a dispute',
  'delivery.inspect': 'Read the files of a delivery',
  'incident.watch': 'Tell staff of what does not answer',
  'delivery.push': 'Send a delivery to a system of its client',
  'delivery.resume': 'Take up deliveries that have no job',
  'delivery.sample': 'Check and draw what a vendor has measured',
  'delivery.copy': 'Deliver a copy of a listed twin',
  'delivery.synthesize': 'Make the synthetic twin of a delivery',
  'digest.send': 'Mail the weekly summaries',
  'dispute.measure': 'Measure what a dispute claims',
  'dispute.tick': 'Move disputes on whose time is up',
  'document.expire': 'Destroy documents that are of no more use',
  'draw.make': 'Draw more rows for a client',
  'draw.resume': 'Take up draws that have no job',
  'dpr.expire': 'Close requests whose time is up',
  'escrow.release': 'Release what is due to vendors',
  'escrow.review': 'Remind of deliveries, and accept them after 14 days',
  'event.expire': 'Delete old events of open browsers',
  'evidence.expire': 'Delete evidence that was never submitted',
  'file.convert': 'Write a delivered table in another format',
  'insights.close': 'Compute the figures of a quarter that is over',
  'key.sweep': 'Remove keys that no original has',
  'ledger.fold': 'Add up the balances of busy accounts',
  'ledger.verify': 'Check the books',
  'mail.expire': 'Delete mail that is 30 days old',
  'mail.send': 'Send a mail',
  'measurement.expire': 'End measurements that never came back',
  'notice.push': 'Send a notice to a browser',
  'original.destroy': 'Remove the keys of originals, and record how',
  'payout.run': 'Pay vendors out',
  'preview.make': 'Make the preview of an offer’s sample',
  'price.group': 'Put completed contracts into groups for price estimates',
  'preview.watch': 'Tell vendors of samples without a preview',
  'proposal.answer': 'Answer a proposal by the rules of a party',
  'push.resume': 'Take up sendings of deliveries that have no job',
  'sample.erase': 'Erase samples that have ended',
  'samples.deliver': 'Make the sample deliveries',
  'score.record': 'Record what ended contracts say of their vendors',
  'samples.reset': 'Restore the sample data',
  'search.match': 'Tell vendors of a request that fits a saved search',
  'sms.send': 'Send a text message',
  'sso.check_domains': 'Look whether domains of single sign-on are still proved',
  'stripe.event': 'Book what Stripe has told',
  'subscription.advance': 'Open, lapse and refund revisions of subscriptions',
  'tax_form.remind': 'Remind of tax forms that end',
  'transparency.check': 'Compare the transparency log with the rows',
  'transparency.integrate': 'Take new leaves into the transparency log',
  'upload.expire': 'Delete uploads that were never delivered',
  'webhook.expire': 'Delete the log of webhooks after 30 days',
  'webhook.send': 'Send webhooks',
}
export const taskLabel = (task: string): string => taskWords[task] ?? task

/** Lists the states of jobs in the queue; finished jobs leave it. */
export const jobStates = ['failed', 'retrying', 'running', 'waiting'] as const
export type JobState = (typeof jobStates)[number]

/** Defines the job states in which staff may take each action. */
export const jobCan = {
  retry: (state: JobState) => state === 'failed' || state === 'retrying',
  cancel: (state: JobState) => state !== 'running',
}

export const job = z.object({
  id: z.string(),
  /** `noun.verb`. */
  task: z.string(),
  key: z.string().nullable(),
  /** Jobs of one queue run one after the other. */
  queue: z.string().nullable(),
  state: z.enum(jobStates),
  attempts: z.number().int(),
  maxAttempts: z.number().int(),
  createdAt: z.date(),
  /** Holds the earliest time of the next run or, of a failed job, the time it would have had. */
  runAt: z.date(),
  startedAt: z.date().nullable(),
  /** Holds the last error without addresses, links and codes. */
  lastError: z.string().nullable(),
  /** IDs of the objects of the job; a value is null if staff may not see it. */
  payload: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
})
export type Job = z.infer<typeof job>

export const jobCounts = z.object({
  failed: z.number().int(),
  retrying: z.number().int(),
  running: z.number().int(),
  waiting: z.number().int(),
})

export const scheduledTask = z.object({
  task: z.string(),
  knownSince: z.date(),
  lastRunAt: z.date().nullable(),
})
export type ScheduledTask = z.infer<typeof scheduledTask>

const byId = z.object({ id: z.string().regex(/^\d{1,18}$/, 'This is no job') })

export const jobs = {
  list: oc
    .route({
      method: 'GET',
      path: '/admin/jobs',
      summary: 'Jobs in one state by task and key, newest first (staff)',
    })
    .input(
      pageInput.extend({
        state: z.enum(jobStates).default('failed'),
        search: z.string().trim().max(200).default(''),
      }),
    )
    .output(pageOf(job)),
  count: oc
    .route({ method: 'GET', path: '/admin/jobs/count', summary: 'Jobs in each state (staff)' })
    .output(jobCounts),
  schedule: oc
    .route({
      method: 'GET',
      path: '/admin/jobs/schedule',
      summary: 'What runs by the clock, and when it last did (staff)',
    })
    .input(pageInput)
    .output(pageOf(scheduledTask)),
  get: oc
    .route({ method: 'GET', path: '/admin/jobs/{id}', summary: 'One job (staff)' })
    .input(byId)
    .output(job),
  retry: oc
    .route({
      method: 'POST',
      path: '/admin/jobs/{id}/retry',
      summary: 'Run a job that failed again at once; refused while it runs (staff)',
    })
    .input(byId)
    .output(job),
  cancel: oc
    .route({
      method: 'POST',
      path: '/admin/jobs/{id}/cancel',
      summary: 'Take a job out of the queue for good; refused while it runs (staff)',
    })
    .input(byId),
}
