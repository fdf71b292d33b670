/** The sample mailbox: with sample data, the mail that would have left is read here. */
import { Hono } from 'hono'
import { html } from 'hono/html'
import { type Database, system } from '../../platform/database/db.ts'
import type { HttpEnv } from '../../platform/http/http.ts'
import { listMails } from '../../platform/mail/mail.ts'

export function mailboxRoutes(db: Database): Hono<HttpEnv> {
  const mails = (to: string | undefined) =>
    db.transaction(system, (tx) => listMails(tx, to || undefined))
  return new Hono<HttpEnv>()
    .get('/messages', async (c) => {
      const rows = await mails(c.req.query('to'))
      return c.json(
        rows.map((row) => ({
          to: row.recipient,
          subject: row.subject,
          text: row.text_body,
          html: row.html_body,
          createdAt: row.created_at,
        })),
      )
    })
    .get('/', async (c) =>
      c.html(mailboxPage(await mails(c.req.query('to')), c.var.nonce, c.req.query('to') ?? '')),
    )
}

type Mail = Awaited<ReturnType<typeof listMails>>[number]

function mailboxPage(mails: Mail[], nonce: string, to: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sample mailbox · Semblance</title>
        <style nonce="${nonce}">
          :root { color-scheme: light dark }
          body { font: 15px/1.5 system-ui, sans-serif; max-width: 720px; margin: 32px auto; padding: 0 16px }
          article { border: 1px solid #8886; border-radius: 10px; padding: 4px 20px 12px; margin: 16px 0; overflow-wrap: anywhere }
          h2 { font-size: 17px; margin: 12px 0 2px } p { margin: 6px 0 } small { opacity: .75 }
          input { font: inherit; padding: 6px 10px } 
        </style>
      </head>
      <body>
        <h1>Sample mailbox</h1>
        <p>No mail server is set, so mail waits here. Newest first.</p>
        <form><label>To <input name="to" type="search" value="${to}" /></label></form>
        ${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(mailArticle)}
      </body>
    </html>`
}

function mailArticle(mail: Mail) {
  const parts = mail.text_body.split(/(https?:\/\/\S+)/)
  return html`<article>
    <h2>${mail.subject}</h2>
    <small>To ${mail.recipient}, ${mail.created_at.toISOString().replace('T', ' ').slice(0, 16)} UTC</small>
    ${mail.document ? html`<small>Attached: ${mail.document}.pdf</small>` : ''}
    <p>${parts.map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))}</p>
  </article>`
}
