/** Mails applicants their reference and a link to the state of the review; a trigger queues the mail. */
import type { ApplicationStanding } from '@semblance/contract'
import { system, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { readReceiptToken, receiptToken } from './links.ts'
import { claimAcknowledgment, findStatus } from './queries.ts'

/**
 * Mails the reference once. Anyone can enter anyone's address, so the mail repeats nothing that was
 * typed, and an address gets no more than three a day.
 */
export async function acknowledge(platform: Platform, id: string): Promise<void> {
  const { publicUrl } = platform.config
  await platform.db.transaction(system, async (tx) => {
    const row = await claimAcknowledgment(tx, id, new Date())
    if (!row) return
    await sendMail(tx, {
      to: row.business_email,
      subject: 'We have received your business application',
      paragraphs: [
        'Our compliance team reviews it, which takes 2 to 5 business days as a rule. We write to this address when there is a question, and when it is decided.',
        `Your reference is ${id}. Name it when you write to us.`,
        'Whoever has the link below can see how the application stands, and add documents until it is decided.',
      ],
      link: {
        label: 'See how it stands',
        url: `${publicUrl}/business-under-review#${receiptToken(platform, id)}`,
      },
      footer: {
        text: 'You get this mail because this address was given in an application at Semblance. If that was not you, there is nothing to do.',
      },
    })
  })
}

/** Reads how an application stands, by the link of its mail. Throws application_link_closed. */
export async function readStatus(
  { tx, platform }: Ctx,
  token: string,
): Promise<ApplicationStanding> {
  const id = readReceiptToken(platform, token)
  const row = id && (await withSystemRole(tx, () => findStatus(tx, id)))
  if (!id || !row) throw new AppError('application_link_closed')
  return {
    reference: id,
    businessName: row.business_name,
    status: row.status,
    receivedAt: row.created_at,
    dueAt: row.due_at,
    waitingSince: row.waiting_since,
    decidedAt: row.decided_at,
  }
}
