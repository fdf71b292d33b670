import { describe, expect, it } from 'vitest'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { returnPaths } from '../../platform/mail/return-path.ts'

const mailReports = { address: 'bounces@mail.test', secret: 's'.repeat(32) }
const { market, client } = await useMarket({ client: 'client' }, { mailReports })
const paths = returnPaths(mailReports.address, market.platform.secrets)

type Report = { to: string; action?: string; status?: string; diagnostic?: string }

/** A report as mail servers write them (RFC 3464). */
const reportText = ({
  to,
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 <x>: no such\n user here',
}: Report) =>
  [
    'From: MAILER-DAEMON@mx.test',
    `To: <${to}>`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your mail could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    'Arrival-Date: Fri, 27 Nov 2026 08:00:00 +0000',
    '',
    'Final-Recipient: rfc822; someone@else.test',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    '--b--',
    '',
  ]
    .join('\n')
    .replaceAll('\n', '\r\n')

const post = (body: string, secret = mailReports.secret) =>
  market.fetch('/api/mail/reports', {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
    body,
  })

const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

/** The ID of a mail that was sent. */
async function sentTo(to: string): Promise<string> {
  await market.platform.db.transaction(system, (tx) =>
    sendMail(tx, { to, subject: 'News', paragraphs: ['Your offer was accepted.'] }),
  )
  const [{ id }] = await sql(
    'update app.mails set sent_at = now() where recipient = $1 returning id',
    [to],
  )
  return id
}
const isReturned = async (id: string) =>
  (await sql('select returned from app.mails where id = $1', [id]))[0].returned
const isMarked = async (address: string) =>
  (await sql('select 1 from app.refusing_addresses where address = $1', [address])).length === 1

describe('a report that a mail came back', () => {
  it('marks mail and address, which staff and the person see', async () => {
    const id = await sentTo(client.email)
    const answer = await post(reportText({ to: paths.pathOf(id) }))
    expect(answer.status).toBe(204)
    const staff = await market.staff()
    const { items } = await staff.api.mails.list({ search: client.email, state: 'returned' })
    expect(items).toMatchObject([
      { id, state: 'returned', failure: '550 5.1.1 <x>: no such user here' },
    ])
    expect(items[0]?.addressRefusedAt).toBeInstanceOf(Date)
    expect((await client.api.settings.getProfile()).mailRefusal).toEqual({
      at: expect.any(Date),
      reply: '550 5.1.1 <x>: no such user here',
    })
  })

  it.each<[string, Partial<Report>, 'mail' | 'address']>([
    ['a full mailbox', { status: '5.2.2' }, 'address'],
    ['a code in the reply alone', { status: '5.0.0' }, 'address'],
    ['a reply without a code', { status: '5.0.0', diagnostic: 'smtp; 550 no' }, 'mail'],
    ['a policy', { status: '5.7.1', diagnostic: 'smtp; 554 5.7.1 spam' }, 'mail'],
    ['a message that is too large', { status: '5.2.3', diagnostic: '' }, 'mail'],
  ])('because of %s concerns the address or only the mail', async (name, fields, concerned) => {
    const to = `${name.replaceAll(' ', '-')}@codes.test`
    const id = await sentTo(to)
    await post(reportText({ to: paths.pathOf(id), ...fields }))
    expect(await isReturned(id)).toEqual(expect.any(String))
    expect(await isMarked(to)).toBe(concerned === 'address')
  })

  it.each<[string, (id: string) => string]>([
    [
      'is a delay',
      (id) => reportText({ to: paths.pathOf(id), action: 'delayed', status: '4.4.1' }),
    ],
    [
      'says that it was delivered',
      (id) => reportText({ to: paths.pathOf(id), action: 'delivered', status: '2.0.0' }),
    ],
    [
      'was sent to an invented path',
      (id) => reportText({ to: `bounces+${id.replaceAll('-', '')}${'0'.repeat(16)}@mail.test` }),
    ],
    ['was sent to an endless address', () => reportText({ to: 'a'.repeat(200_000) })],
    [
      'was sent to our path at another host',
      (id) => reportText({ to: `${paths.pathOf(id)}.example` }),
    ],
    ['was sent to a longer path than ours', (id) => reportText({ to: `not-${paths.pathOf(id)}` })],
    ['was sent to no path', () => reportText({ to: 'bounces@mail.test' })],
    [
      'names its path in the text alone',
      (id) => reportText({ to: 'bounces@mail.test', diagnostic: `smtp; ${paths.pathOf(id)}` }),
    ],
    [
      'is a note of absence',
      (id) => `To: ${paths.pathOf(id)}\r\nSubject: Away\r\n\r\nAction: failed\r\nStatus: 5.1.1`,
    ],
    ['is too large', (id) => reportText({ to: paths.pathOf(id) }) + 'x'.repeat(16 * 1024 * 1024)],
    ['is no mail at all', () => '\u0000\u0001'],
  ])('changes nothing if it %s', async (name, write) => {
    const to = `${name.replaceAll(' ', '-')}@nothing.test`
    const id = await sentTo(to)
    expect((await post(write(id))).status).toBe(204)
    expect(await isReturned(id)).toBeNull()
    expect(await isMarked(to)).toBe(false)
  })

  it('is recorded without the control characters of its reason', async () => {
    const id = await sentTo('control@reasons.test')
    const diagnostic = 'smtp; 550 no\u0000such\u0007user'
    expect((await post(reportText({ to: paths.pathOf(id), diagnostic }))).status).toBe(204)
    expect(await isReturned(id)).toBe('550 no such user')
  })

  it('is refused without the secret', async () => {
    const id = await sentTo('secret@nothing.test')
    const text = reportText({ to: paths.pathOf(id) })
    expect((await post(text, 'x'.repeat(32))).status).toBe(401)
    const bare = await market.fetch('/api/mail/reports', { method: 'POST', body: text })
    expect(bare.status).toBe(401)
    expect(await isReturned(id)).toBeNull()
  })
})
