import { describe, expect, it } from 'vitest'
import {
  agree,
  deliver,
  fundedDeal,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { mondayOf, sendDigests } from './send-digests.ts'

const { market, client, vendor, idle } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  idle: 'client',
})

const DAY_MS = 86_400_000
let week = 0
/** Returns a moment of a week that no test has used before. */
const nextWeek = () => new Date(Date.now() + week++ * 7 * DAY_MS)

const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

const digestsTo = async ({ email }: Pick<Person, 'email'>) =>
  await sql(
    `select text_body, unsubscribe_url from app.mails where recipient = $1 and subject = 'Your week on Semblance' order by id`,
    [email],
  )
const forget = () => sql('truncate app.mails')
const tokenOf = (mail: { unsubscribe_url: string }) => new URL(mail.unsubscribe_url).pathname
const marketingOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (await sql('select * from notification_preferences where user_id = $1', [userId]))[0]
    ?.marketing_emails

describe('the weekly summary', () => {
  it('tells each organization what waits for it, and nothing of another', async () => {
    await forget()
    const dprId = await postDpr(client, { title: 'Secret of the client', category: 'finance' })
    await sendOffer(vendor, dprId)
    await agree(client, vendor)
    const { contractId } = await fundedDeal(client, vendor)
    await deliver(market, contractId)
    await fundedDeal(client, vendor)
    await sendDigests(market.platform, nextWeek())
    const [forClient] = await digestsTo(client)
    expect(forClient.text_body).toContain('1 delivery waits for your review.')
    expect(forClient.text_body).toContain('1 contract waits for your payment.')
    expect(forClient.text_body).toContain(
      '1 offer waits for your decision, 1 of them new in the last seven days.',
    )
    const [forVendor] = await digestsTo(vendor)
    expect(forVendor.text_body).toContain('1 contract waits for your data.')
    expect(forVendor.text_body).toContain('1 of your offers waits for the client’s decision.')
    expect(forVendor.text_body).toMatch(/in the marketplace: .*1 in Finance/)
    expect(forVendor.text_body).not.toContain('Secret of the client')
  })

  it('is not sent to who has nothing to be told', async () => {
    expect(await digestsTo(idle)).toEqual([])
  })

  it('comes once a week, however often the job runs', async () => {
    await forget()
    const now = nextWeek()
    await Promise.all([sendDigests(market.platform, now), sendDigests(market.platform, now)])
    await sendDigests(market.platform, new Date(now.getTime() + 1000))
    expect(await digestsTo(client)).toHaveLength(1)
  })

  it('goes on where it was interrupted', async () => {
    await forget()
    const now = nextWeek()
    await sql('insert into app.digests (week, user_id) values ($1, $2)', [
      mondayOf(now),
      client.userId,
    ])
    await sendDigests(market.platform, now)
    expect(await digestsTo(client)).toEqual([])
    expect(await digestsTo(vendor)).toHaveLength(1)
  })

  it('goes to active members with the toggle on and an address that takes mail', async () => {
    await forget()
    const off = await market.colleague(client, 'member')
    const preferences = await off.api.settings.getNotificationPreferences()
    await off.api.settings.updateNotificationPreferences({ ...preferences, marketingEmails: false })
    const pending = await market.colleague(client, 'pending')
    const refusing = await market.colleague(client, 'member')
    await sql('insert into app.refusing_addresses values ($1, now(), $2)', [refusing.email, '550'])
    const wanting = await market.colleague(client, 'member')
    await sendDigests(market.platform, nextWeek())
    for (const person of [off, pending, refusing]) expect(await digestsTo(person)).toEqual([])
    expect(await digestsTo(wanting)).toHaveLength(1)
  })

  it('is of the week that begins on Monday', () => {
    expect(mondayOf(new Date('2026-11-30T07:10:00Z'))).toBe('2026-11-30')
    expect(mondayOf(new Date('2026-11-29T23:59:59Z'))).toBe('2026-11-23')
  })
})

describe('the link that ends the summary', () => {
  const mailTo = async (person: Person) => {
    await forget()
    await sendDigests(market.platform, nextWeek())
    const [mail] = await digestsTo(person)
    return tokenOf(mail)
  }
  const oneClick = (path: string) =>
    market.fetch(path, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  it('shows a button by GET, and changes nothing', async () => {
    const person = await market.colleague(client, 'member')
    const answer = await market.fetch(await mailTo(person))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('<form method="post">')
    expect(await marketingOf(person)).toBeUndefined()
  })

  it('turns the toggle of its person off by POST without a session, and of no other; again is the same', async () => {
    const [person, other] = [
      await market.colleague(client, 'member'),
      await market.colleague(client, 'member'),
    ]
    const preferences = await other.api.settings.getNotificationPreferences()
    await other.api.settings.updateNotificationPreferences(preferences)
    const path = await mailTo(person)
    for (let time = 0; time < 2; time++) expect((await oneClick(path)).status).toBe(200)
    expect(await person.api.settings.getNotificationPreferences()).toEqual({
      ...preferences,
      marketingEmails: false,
    })
    expect(await marketingOf(other)).toBe(true)
  })

  it('keeps the other choices of its person', async () => {
    const person = await market.colleague(client, 'member')
    const choice = { emailNotifications: false, pushNotifications: false, securityAlerts: false }
    await person.api.settings.updateNotificationPreferences({ ...choice, marketingEmails: true })
    await oneClick(await mailTo(person))
    expect(await person.api.settings.getNotificationPreferences()).toEqual({
      ...choice,
      marketingEmails: false,
    })
  })

  it('works for who has left the organization, and for an account that is gone', async () => {
    const person = await market.colleague(client, 'member')
    const path = await mailTo(person)
    await sql(`update profiles set membership = 'deactivated' where user_id = $1`, [person.userId])
    expect((await oneClick(path)).status).toBe(200)
    expect(await marketingOf(person)).toBe(false)
    await sql('delete from auth.users where id = $1', [person.userId])
    expect((await oneClick(path)).status).toBe(200)
  })

  it('that is forged, cut or of another person’s ID changes nothing', async () => {
    const person = await market.colleague(client, 'member')
    const path = await mailTo(person)
    const token = path.split('/').at(-1) ?? ''
    const bytes = Buffer.from(token, 'base64url')
    const others = Buffer.concat([
      Buffer.from(client.userId.replaceAll('-', ''), 'hex'),
      bytes.subarray(16),
    ]).toString('base64url')
    for (const wrong of [others, token.slice(1), `${token}A`, 'x'.repeat(43), '%00'])
      for (const method of ['GET', 'POST'])
        expect((await market.fetch(`/unsubscribe/${wrong}`, { method })).status).toBe(404)
    expect(await marketingOf(person)).toBeUndefined()
    expect(await marketingOf(client)).toBeUndefined()
  })
})
