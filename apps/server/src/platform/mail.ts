/** Mail is a row in the transaction that asked for it; a job hands it to SMTP afterwards. */
import { createTransport } from 'nodemailer'
import { asSystem, type Database, system, type Tx } from './db.ts'
import { enqueue, type Jobs } from './jobs.ts'

/** `link` becomes the one button of the mail. All text is escaped. */
export type Mail = {
  to: string
  subject: string
  paragraphs: string[]
  link?: { label: string; url: string }
}

export async function sendMail(tx: Tx, mail: Mail): Promise<void> {
  await asSystem(tx, async () => {
    const { id } = await tx
      .insertInto('app.mails')
      .values({
        recipient: mail.to,
        subject: mail.subject,
        text_body: textBody(mail),
        html_body: htmlBody(mail),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'mail.send', { id })
  })
}

/** Without an SMTP server, mails rest in their table, where /dev/mailbox shows them. */
export function mailJobs(db: Database, options: { smtpUrl: string | null; from: string }): Jobs {
  const transport = options.smtpUrl ? createTransport(options.smtpUrl) : null
  return {
    'mail.send': async (payload) => {
      if (!transport) return
      const { id } = payload as { id: string }
      const mail = await db.transaction(system, (tx) =>
        tx
          .selectFrom('app.mails')
          .selectAll()
          .where('id', '=', id)
          .where('sent_at', 'is', null)
          .executeTakeFirst(),
      )
      if (!mail) return
      await transport.sendMail({
        from: options.from,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text_body,
        html: mail.html_body,
        messageId: `<${mail.id}@semblance>`,
      })
      await db.transaction(system, (tx) =>
        tx.updateTable('app.mails').set({ sent_at: new Date() }).where('id', '=', id).execute(),
      )
    },
  }
}

/** The newest mails, all or to one address; for the system alone. */
export async function listMails(tx: Tx, recipient: string | undefined) {
  return await tx
    .selectFrom('app.mails')
    .select(['recipient', 'subject', 'text_body', 'html_body', 'created_at'])
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient!))
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

function textBody(mail: Mail): string {
  return [...mail.paragraphs, ...(mail.link ? [`${mail.link.label}: ${mail.link.url}`] : [])].join(
    '\n\n',
  )
}

function htmlBody(mail: Mail): string {
  const paragraphs = mail.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')
  const link = mail.link
    ? `<p><a href="${escapeHtml(mail.link.url)}" style="background:#00505f;color:#fff;padding:10px 16px;border-radius:5px;text-decoration:none">${escapeHtml(mail.link.label)}</a></p>`
    : ''
  return `<div style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#10242b;max-width:560px">${paragraphs}${link}<p style="color:#5b6b70">Semblance</p></div>`
}
