/** Mails applicants their reference and a link to the state of the review; a trigger queues the mail. */
import { formatMoment } from '../../core/notifications/service.ts'
import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { readSignedId, signId } from '../../platform/security/signed-ids.ts'
import { claimAcknowledgment, findStatus } from './queries.ts'

const keyOf = ({ secrets }: Pick<Platform, 'secrets'>) => secrets.key('application-status')

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
        'Whoever has the link below can see how the application stands.',
      ],
      link: {
        label: 'See how it stands',
        url: `${publicUrl}/application-status/${signId(keyOf(platform), id)}`,
      },
      footer: {
        text: 'You get this mail because this address was given in an application at Semblance. If that was not you, there is nothing to do.',
      },
    })
  })
}

/** Reads an application by the link of its mail. Returns null for a link that is not ours, or of no application. */
export async function readStatus(platform: Platform, token: string) {
  const id = readSignedId(keyOf(platform), token)
  if (!id) return null
  const row = await platform.db.transaction(system, (tx) => findStatus(tx, id), 'read')
  if (!row) return null
  const { status, created_at, decided_at, waiting_since } = row
  return {
    reference: id,
    businessName: row.business_name,
    status,
    receivedAt: formatMoment(created_at),
    decidedAt: decided_at && formatMoment(decided_at),
    waitingSince: waiting_since && formatMoment(waiting_since),
  }
}
