import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { type Database, system } from '../database/db.ts'
import { startJobs } from '../process/jobs.ts'
import { openLease } from '../process/leases.ts'
import { openLog } from '../process/log.ts'
import { type Mail, recordReturned, sendMail } from './mail.ts'
import { htmlBody, textBody } from './mail-body.ts'
import { returnPaths } from './return-path.ts'
import { mailJobs } from './send-mails.ts'

const letter: Mail = {
  to: 'ada@people.test',
  subject: 'Confirm “your” address — <b>now</b>',
  paragraphs: ['Someone at Müller & Söhne asked.', 'The link works once.'],
  code: '482913',
  link: { label: 'Confirm', url: 'https://semblance.test/verify?token=a&type=b' },
}

describe('the body of a mail', () => {
  it('says the same in plain text and in HTML', () => {
    const text = textBody(letter)
    const html = htmlBody(letter)
    for (const part of ['The link works once.', '482913']) {
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
    expect(text).toContain('https://semblance.test/verify?token=a&type=b')
    expect(html).toContain('href="https://semblance.test/verify?token=a&#38;type=b"')
    expect(text).toContain('Müller & Söhne')
    expect(html).toContain('Müller &#38; Söhne')
  })

  it('lets no text become markup', () => {
    expect(htmlBody(letter)).not.toContain('<b>now</b>')
  })

  it('has no button, code or own footer unless asked for', () => {
    const plain = htmlBody({ subject: 'News', paragraphs: ['Nothing to do.'] })
    expect(plain).not.toContain('class="button"')
    expect(plain).not.toContain('letter-spacing')
    const footer = { text: 'Too much?', link: { label: 'Fewer', url: 'https://semblance.test/x' } }
    expect(textBody({ subject: 'News', paragraphs: [], footer })).toMatch(
      /Too much\?\nFewer: https:\/\/semblance\.test\/x$/,
    )
  })

  it('loads nothing from elsewhere', () => {
    expect(htmlBody(letter)).not.toMatch(/<img|<script|<link|url\(/)
  })
})

let db: Database
const stops: (() => unknown)[] = []
beforeAll(async () => {
  db = await openTestDatabase()
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})
afterAll(() => db.close())

const paths = returnPaths('bounces@semblance.test', { key: () => Buffer.alloc(32, 7) })

/** Draws a document of one line. */
const draw = async (_: unknown, document: string) => ({
  fileName: `${document}.pdf`,
  content: Buffer.from(`%PDF of ${document}`),
})

const send = (mail: Mail) => db.transaction(system, (tx) => sendMail(tx, mail))
const rowTo = (to: string) =>
  db.transaction(system, (tx) =>
    tx.selectFrom('app.mails').selectAll().where('recipient', '=', to).executeTakeFirstOrThrow(),
  )

/** Reads the reply of the server that refused an address, or null. */
async function refusalOf(address: string): Promise<string | null> {
  const { rows } = await db.pool.query(
    'select reply from app.refusing_addresses where address = $1',
    [address],
  )
  return rows[0]?.reply ?? null
}

/** A mail server on this machine, and the queue working against it; returns the messages it took, as they came. */
async function deliverTo(options: SMTPServerOptions): Promise<string[]> {
  const taken: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'semblance' && password === 'p@ss'
        ? done(null, { user: username })
        : done(new Error('Who is that?')),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        taken.push(Buffer.concat(parts).toString())
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {}) // a client that hangs up is no failure of the test
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const jobs = mailJobs(db, {
    smtpUrl: `smtp://semblance:p%40ss@127.0.0.1:${port}`,
    from: 'Semblance <no-reply@semblance.test>',
    returnPaths: paths,
    log: openLog('silent'),
    draw,
  })
  const log = openLog('silent')
  const lease = await openLease(db, { log, role: 'all', version: 'test', schemaLevel: 0 })
  const lanes = [{ name: 'mail', tasks: Object.keys(jobs), concurrency: 4 }]
  const worker = startJobs({ db, log, lease }, jobs, { lanes, schedule: [] })
  stops.push(
    () => new Promise<void>((resolve) => server.close(() => resolve())),
    lease.end,
    worker.stop,
  )
  return taken
}

/** One part of a multipart message, without its quoted-printable coat. */
function partOf(message: string, type: string): string {
  const at = message.indexOf(`Content-Type: ${type}`)
  const body = message.slice(message.indexOf('\r\n\r\n', at) + 4).split('\r\n----')[0]!
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

describe('a mail server', () => {
  it('gets the mail in both forms, from the configured sender, marked as automatic', async () => {
    const taken = await deliverTo({})
    await send(letter)
    await eventually(() => expect(taken).toHaveLength(1))
    const [message] = taken as [string]
    expect(message).toMatch(/^From: Semblance <no-reply@semblance\.test>/m)
    expect(message).toMatch(/^To: ada@people\.test/m)
    expect(message).toMatch(/^Auto-Submitted: auto-generated/m)
    expect(partOf(message, 'text/plain')).toContain('Someone at Müller & Söhne asked.')
    expect(partOf(message, 'text/html')).toContain('<h1')
    await eventually(async () => expect((await rowTo(letter.to)).sent_at).not.toBeNull())
    expect(message).toContain(`Message-ID: <${(await rowTo(letter.to)).id}@semblance.test>`)
  })

  it('gets a document drawn at that moment, and where one click ends such mails', async () => {
    const taken = await deliverTo({})
    const unsubscribeUrl = 'https://semblance.test/unsubscribe/abc'
    await send({ ...letter, to: 'paper@people.test', document: 'INV-2031-000001', unsubscribeUrl })
    await eventually(() => expect(taken).toHaveLength(1))
    const [message] = taken as [string]
    expect(message).toMatch(/^List-Unsubscribe: <https:\/\/semblance\.test\/unsubscribe\/abc>\r$/m)
    expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(message).toContain('filename=INV-2031-000001.pdf')
    expect(message).toContain(Buffer.from('%PDF of INV-2031-000001').toString('base64'))
  })

  it('is told neither of a document nor of a list for other mails', async () => {
    const taken = await deliverTo({})
    await send({ ...letter, to: 'bare@people.test' })
    await eventually(() => expect(taken).toHaveLength(1))
    expect(taken[0]).not.toMatch(/List-Unsubscribe|Content-Disposition: attachment/)
  })

  it('that is busy gets the mail at the next try', { tags: 'long' }, async () => {
    let tries = 0
    const taken = await deliverTo({
      onRcptTo: (_address, _session, done) =>
        tries++ === 0 ? done(refusal(451, 'Try again later')) : done(),
    })
    await send({ ...letter, to: 'busy@people.test' })
    await eventually(() => expect(taken).toHaveLength(1))
    expect(tries).toBe(2)
  })

  it('that refuses the recipient for good is not asked again, and the refusal is kept', async () => {
    let tries = 0
    await deliverTo({
      onRcptTo: (_address, _session, done) => {
        tries++
        done(refusal(550, 'No such mailbox'))
      },
    })
    await send({ ...letter, to: 'gone@people.test' })
    await eventually(async () => expect((await rowTo('gone@people.test')).failed_at).not.toBeNull())
    expect((await rowTo('gone@people.test')).failure).toContain('No such mailbox')
    expect(tries).toBe(1)
    expect(await refusalOf('gone@people.test')).toContain('No such mailbox')
    await eventually(async () => {
      const { rows } = await db.pool.query(`select count(*)::int as left from graphile_worker.jobs`)
      expect(rows).toEqual([{ left: 0 }])
    })
  })

  it('that takes mail for an address again ends its mark', async () => {
    await db.pool.query(
      `insert into app.refusing_addresses values ('back@people.test', now(), '550 not now')`,
    )
    await deliverTo({})
    await send({ ...letter, to: 'Back@people.test' })
    await eventually(async () => expect(await refusalOf('back@people.test')).toBeNull())
  })

  it('that refuses the message for good says nothing about its address', async () => {
    await deliverTo({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(refusal(554, 'Looks like spam')))
      },
    })
    await send({ ...letter, to: 'spam@people.test' })
    await eventually(async () => expect((await rowTo('spam@people.test')).failed_at).not.toBeNull())
    expect(await refusalOf('spam@people.test')).toBeNull()
  })

  it('that refuses the sender is asked again later: that is ours to mend', {
    tags: 'long',
  }, async () => {
    let tries = 0
    await deliverTo({
      onMailFrom: (_address, _session, done) => {
        tries++
        done(refusal(530, 'Not from here'))
      },
    })
    await send({ ...letter, to: 'patient@people.test' })
    await eventually(() => expect(tries).toBeGreaterThan(1))
    expect(await rowTo('patient@people.test')).toMatchObject({ sent_at: null, failed_at: null })
  })
})

it('sent mails are forgotten after a month, unsent ones are not', async () => {
  await send({ ...letter, to: 'old@people.test' })
  await send({ ...letter, to: 'waiting@people.test' })
  await db.transaction(system, async (tx) => {
    const longAgo = new Date(Date.now() - 31 * 86_400_000)
    const old = tx.updateTable('app.mails').where('recipient', '=', 'old@people.test')
    await old.set({ sent_at: longAgo, created_at: longAgo }).execute()
    const waiting = tx.updateTable('app.mails').where('recipient', '=', 'waiting@people.test')
    await waiting.set({ created_at: longAgo }).execute()
  })
  await expire()
  await expect(rowTo('old@people.test')).rejects.toThrow()
  expect((await rowTo('waiting@people.test')).sent_at).toBeNull()
})

async function expire() {
  const options = { smtpUrl: null, from: 'x@y.test', returnPaths: null, log: openLog('silent') }
  await mailJobs(db, { ...options, draw })['mail.expire']!({}, undefined as never)
}

describe('a mail that comes back', () => {
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
  const report = (id: string, isOfAddress: boolean, daysAgo = 0) =>
    db.transaction(system, (tx) =>
      recordReturned(tx, id, { reason: '550 5.1.1 gone', isOfAddress }, at(daysAgo)),
    )
  const mailTo = async (to: string) => {
    await send({ ...letter, to })
    return (await rowTo(to)).id
  }

  it('goes out with a return path that names it, and no other path names it', async () => {
    const taken: string[] = []
    await deliverTo({
      onMailFrom: ({ address }, _session, done) => {
        taken.push(address)
        done()
      },
    })
    const id = await mailTo('path@people.test')
    const path = paths.pathOf(id)
    await eventually(() => expect(taken).toContain(path))
    expect(paths.mailOf(`<${path.toUpperCase()}>`)).toBe(id)
    const forged = returnPaths('bounces@semblance.test', { key: () => Buffer.alloc(32, 8) })
    expect(paths.mailOf(forged.pathOf(id))).toBeNull()
    expect(paths.mailOf(path.replace('@semblance', '@other'))).toBeNull()
    expect(paths.mailOf(path.replace('bounces', 'x'))).toBeNull()
  })

  it('marks its address if the report blames that', async () => {
    const id = await mailTo('Left@people.test')
    await report(id, true)
    expect(await rowTo('Left@people.test')).toMatchObject({ returned: '550 5.1.1 gone' })
    expect(await refusalOf('left@people.test')).toBe('550 5.1.1 gone')
    await report(await mailTo('heavy@people.test'), false)
    expect(await refusalOf('heavy@people.test')).toBeNull()
  })

  it('keeps its address marked while the next one may come back, too', async () => {
    await report(await mailTo('again@people.test'), true, 20)
    const later = await mailTo('again@people.test')
    const sentAt = (daysAgo: number) =>
      db.pool.query('update app.mails set sent_at = $1 where id = $2', [at(daysAgo), later])
    await sentAt(5)
    await expire()
    expect(await refusalOf('again@people.test')).toBe('550 5.1.1 gone')
    await sentAt(7)
    await expire()
    expect(await refusalOf('again@people.test')).toBeNull()
  })
})
