import type { ErrorCode } from '@semblance/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, expectRefusals } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { sendMail } from '../../platform/mail/mail.ts'

const { market } = await useMarket({})
let staff: Omit<Person, 'organization'>
let client: Person
beforeAll(async () => {
  staff = await market.staff()
  client = await market.member('client')
})

const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

const isFailed = `failed_at = now(), failure = '552 the box is full'`

/** A mail as its table has it after `change`; its ID. */
async function mail(to: string, change = '', paragraphs = ['Your offer was accepted.']) {
  await market.platform.db.transaction(system, (tx) =>
    sendMail(tx, { to, subject: `News for ${to}`, paragraphs }),
  )
  const [{ id }] = await sql('select id from app.mails where recipient = $1 order by id desc', [to])
  if (change) await sql(`update app.mails set ${change} where id = $1`, [id])
  return id as string
}
const ids = async (filter: Partial<Parameters<Api['mails']['list']>[0]>) =>
  (await staff.api.mails.list({ limit: 20, ...filter })).items.map(({ id }) => id)

/** The newest mail to an address, as staff open it and as it is. */
async function opened(to: string) {
  const [row] = await sql('select * from app.mails where recipient = $1 order by id desc', [to])
  return { row, shown: await staff.api.mails.open({ id: row.id }) }
}

describe('mail', () => {
  it('is listed newest first and found by recipient, subject and state', async () => {
    const sent = await mail('a@list.test', 'sent_at = now()')
    const refused = await mail('b@list.test', isFailed)
    const waiting = await mail('c@list.test')
    expect(await ids({ search: 'list.test' })).toEqual([waiting, refused, sent])
    expect(await ids({ search: 'NEWS FOR B@' })).toEqual([refused])
    expect(await ids({ search: 'list.test', state: 'sent' })).toEqual([sent])
    expect(await ids({ search: 'list.test', state: 'waiting' })).toEqual([waiting])
    const { items, hasServer } = await staff.api.mails.list({ search: 'b@list', state: 'failed' })
    expect(items).toMatchObject([{ id: refused, state: 'failed', failure: '552 the box is full' }])
    expect(hasServer).toBe(false)
    const first = await staff.api.mails.list({ search: 'list.test', limit: 2 })
    const cursor = first.nextCursor!
    expect(await ids({ search: 'list.test', limit: 2, cursor })).toEqual([sent])
    await expectRefusal(staff.api.mails.list({ cursor: 'x' }), 'bad_input')
  })

  it('tells of its tries while it is waiting', async () => {
    const id = await mail('tried@tries.test')
    await sql(
      `update graphile_worker._private_jobs set attempts = 2, last_error = 'no answer from 10.0.0.1' where payload ->> 'id' = $1`,
      [id],
    )
    const [shown] = (await staff.api.mails.list({ search: 'tried@' })).items
    expect(shown).toMatchObject({ state: 'waiting', attempts: 2, maxAttempts: 14 })
    expect(shown?.failure).toMatch(/no answer/)
    expect(shown?.jobId).toMatch(/^\d+$/)
  })

  it('says that its address refuses mail, until that takes one', async () => {
    const id = await mail('Full@mark.test', isFailed)
    await sql(`insert into app.refusing_addresses values ('full@mark.test', now(), '550 no')`)
    const shown = await staff.api.mails.open({ id })
    expect(shown.addressRefusedAt).toBeInstanceOf(Date)
    await sql('delete from app.refusing_addresses')
    expect((await staff.api.mails.open({ id })).addressRefusedAt).toBeNull()
  })

  it.each<[string, () => Promise<unknown>, () => string]>([
    [
      'a recovery',
      () => market.supabase.auth.resetPasswordForEmail(client.email),
      () => client.email,
    ],
    [
      'a link to sign in',
      () => market.supabase.auth.signInWithOtp({ email: client.email }),
      () => client.email,
    ],
    [
      'a confirmation',
      () => market.supabase.auth.signUp({ email: 'new@secret.test', password: 'correct horse' }),
      () => 'new@secret.test',
    ],
    [
      'an invitation',
      async () => {
        const admin = await market.colleague(client, 'administrator')
        await admin.api.organizations.inviteMember({ email: 'guest@secret.test' })
      },
      () => 'guest@secret.test',
    ],
  ])('%s is opened without its link and code', async (_, write, to) => {
    await write()
    const { row, shown } = await opened(to())
    const [url] = /https?:\/\/\S+/.exec(row.text_body)!
    const secrets = [...new URL(url).searchParams]
      .filter(([name]) => name.startsWith('token'))
      .map(([, value]) => value)
    const code = /^ {4}(\S+)$/m.exec(row.text_body)?.[1]
    expect(secrets.length).toBeGreaterThan(0)
    expect(code).toMatch(/^\d{6}$/)
    const told = JSON.stringify(shown)
    for (const secret of [...secrets, code!]) expect(told).not.toContain(secret)
    expect(shown.hasSecrets).toBe(true)
  })

  it('is opened as it is where it holds no secret, and the opening is in the log', async () => {
    const id = await mail('plain@open.test')
    const shown = await staff.api.mails.open({ id })
    expect(shown.text).toContain('Your offer was accepted.')
    expect(shown).toMatchObject({ hasSecrets: false, recipient: 'plain@open.test' })
    expect(shown).not.toHaveProperty('html')
    const { items } = await staff.api.audit.list({ object: `mail:${id}`, limit: 5 })
    expect(items).toMatchObject([{ action: 'mail.open', actorEmail: staff.email }])
  })

  it('that was refused is sent again, once', async () => {
    const id = await mail('again@send.test', isFailed)
    await sql(`delete from graphile_worker._private_jobs where payload ->> 'id' = $1`, [id])
    expect(await staff.api.mails.sendAgain({ id })).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(
      await sql(`select 1 from graphile_worker._private_jobs where payload ->> 'id' = $1`, [id]),
    ).toHaveLength(1)
    await expectRefusal(staff.api.mails.sendAgain({ id }), 'mail_changed')
    const { items } = await staff.api.audit.list({ object: `mail:${id}`, limit: 5 })
    expect(items.map(({ action }) => action)).toEqual(['mail.resend'])
  })

  it('that was sent, or holds a one-time link, is never sent again', async () => {
    const sent = await mail('sent@send.test', 'sent_at = now()')
    const link = 'https://semblance.test/auth/v1/verify?token=Zt81RgkW0aB4uQ9vLmN2'
    const secret = await mail('secret@send.test', isFailed, [link])
    await expectRefusals(
      [staff.api.mails.sendAgain({ id: sent }), staff.api.mails.sendAgain({ id: secret })],
      'mail_changed',
    )
    expect(await ids({ search: 'secret@send.test', state: 'failed' })).toEqual([secret])
  })

  it('of nobody’s is not found', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const { mails } = staff.api
    await expectRefusals([mails.open({ id }), mails.sendAgain({ id })], 'not_found')
    await expectRefusals([mails.open({ id: '7' }), mails.sendAgain({ id: '7' })], 'bad_input')
  })

  it('cannot be read or sent by anybody but staff', async () => {
    const id = await mail(client.email, isFailed)
    const refusals: [Api, ErrorCode][] = [
      [market.visitor, 'sign_in_required'],
      [(await market.stranger()).api, 'not_permitted'],
      [client.api, 'not_permitted'],
      [(await market.member('vendor')).api, 'not_permitted'],
      [(await market.colleague(client, 'administrator')).api, 'not_permitted'],
    ]
    for (const [{ mails }, code] of refusals)
      await expectRefusals([mails.list({}), mails.open({ id }), mails.sendAgain({ id })], code)
    expect(await ids({ search: client.email, state: 'failed' })).toEqual([id])
  })
})
