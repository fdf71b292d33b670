import type { Tx } from '../../../platform/db.ts'

/** A row of the mailbox that no job takes to an SMTP server. */
export async function keepMessage(tx: Tx, message: { to: string; text: string }): Promise<void> {
  await tx
    .insertInto('app.mails')
    .values({
      recipient: message.to,
      subject: 'SMS',
      text_body: message.text,
      html_body: `<p>${message.text}</p>`,
      sent_at: new Date(),
    })
    .execute()
}
