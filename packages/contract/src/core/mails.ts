import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from './paging.ts'

export const mailStates = ['failed', 'returned', 'waiting', 'sent'] as const
export type MailState = (typeof mailStates)[number]

/**
 * Allows sending a failed mail again unless it holds a one-time link: those expire, and the
 * recipient requests a new one.
 */
export const mailCan = {
  sendAgain: ({ state, hasSecrets }: { state: MailState; hasSecrets: boolean }) =>
    state === 'failed' && !hasSecrets,
}

export const sentMail = z.object({
  id: z.uuid(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  createdAt: z.date(),
  sentAt: z.date().nullable(),
  failedAt: z.date().nullable(),
  /** When a report said that a mail which was sent cannot be delivered. */
  returnedAt: z.date().nullable(),
  /** The reply of the recipient's server, the reason of a report, or the error of the last attempt. */
  failure: z.string().nullable(),
  /** Counts the attempts of the job that sends the mail; null without a job. */
  attempts: z.number().int().nullable(),
  maxAttempts: z.number().int().nullable(),
  nextTryAt: z.date().nullable(),
  jobId: z.string().nullable(),
  /**
   * When this address was last refused for good or a report blamed it; null once mail to it arrives
   * again.
   */
  addressRefusedAt: z.date().nullable(),
  /** Number of the invoice, statement or credit note that is attached. */
  document: z.string().nullable(),
})
export type SentMail = z.infer<typeof sentMail>

export const openedMail = sentMail.extend({
  /** Codes and what links carry are masked. */
  text: z.string(),
  /** Something was masked. */
  hasSecrets: z.boolean(),
})
export type OpenedMail = z.infer<typeof openedMail>

const byId = z.object({ id: z.uuid() })

export const mails = {
  list: oc
    .route({
      method: 'GET',
      path: '/admin/mail',
      summary: 'Mail by recipient and subject, newest first (staff)',
    })
    .input(
      pageInput.extend({
        state: z.enum(mailStates).optional(),
        search: z.string().trim().max(200).default(''),
      }),
    )
    .output(
      pageOf(sentMail).extend({
        /** False without a mail server: mails then stay in their table. */
        hasServer: z.boolean(),
      }),
    ),
  open: oc
    .route({
      method: 'POST',
      path: '/admin/mail/{id}/open',
      summary: 'Read a mail as text, its secrets masked; leaves a row in the audit log (staff)',
    })
    .input(byId)
    .output(openedMail),
  sendAgain: oc
    .route({
      method: 'POST',
      path: '/admin/mail/{id}/send-again',
      summary: 'Try a refused mail again; never one with a one-time link (staff)',
    })
    .input(byId)
    .output(openedMail),
}
