/** Tests that a client's ticket goes to the vendor of its contract within the agreed period alone. */
import { beforeAll, expect, it } from 'vitest'
import { expectRefusal, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor, other, rival } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  other: 'client',
  rival: 'vendor',
})
const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

let contractId: string
let offerId: string
/** Enters a delivery that became ready so many days ago, and a period. */
async function deliveredAgo(days: number, period: string): Promise<void> {
  await sql(`update offers set support_period = $2 where id = $1`, [offerId, period])
  await sql(
    `update deliveries set finished_at = now() - $2 * interval '1 day' where contract_id = $1`,
    [contractId, days],
  )
}
beforeAll(async () => {
  const deal = await fundedDeal(client, vendor)
  contractId = deal.contractId
  offerId = deal.offerId
})

const ask = (api = client.api, change: object = {}) =>
  api.support.open({
    ...{ name: 'Claire Novak', email: 'claire@halden.test', subject: 'Column of codes' },
    ...{ priority: 'medium', message: 'What does code 7 mean?', contractId, to: 'vendor' as const },
    ...change,
  })
const supportOf = async () => (await client.api.contracts.get({ contractId })).support

it('has no date before there is a delivery, and none where no support was agreed', async () => {
  expect(await supportOf()).toBeNull()
  await expectRefusal(ask(), 'support_ended')
  await sql(`update offers set support_period = '30_days' where id = $1`, [offerId])
  expect(await supportOf()).toEqual({ period: '30_days', startsAt: null, endsAt: null })
  await expectRefusal(ask(), 'support_ended')
  await sql(
    `insert into deliveries (contract_id, client, vendor, status, file_name, file_bytes, report, finished_at)
     values ($1, $2, $3, 'ready', 'a.csv', 1, '{}', now())`,
    [contractId, client.organization.id, vendor.organization.id],
  )
  const support = await supportOf()
  const days =
    ((support?.endsAt?.getTime() ?? 0) - (support?.startsAt?.getTime() ?? 0)) / 86_400_000
  expect(days).toBe(30)
})

it('within the period the vendor reads and answers, and our staff are not asked', async () => {
  await deliveredAgo(29.9, '30_days')
  const staff = await market.staff()
  const ticket = await ask()
  expect(ticket).toMatchObject({ contractId, vendorName: expect.any(String), status: 'open' })
  const ticketId = ticket.id
  expect((await vendor.api.support.received({ limit: 5 })).items).toMatchObject([
    {
      id: ticketId,
      subject: 'Column of codes',
      organizationName: expect.stringMatching(/^client/),
    },
  ])
  expect(JSON.stringify(await vendor.api.support.getReceived({ ticketId }))).not.toContain('@')
  const waiting = (await staff.api.support.staff.queue({ status: 'open', limit: 50 })).items
  expect(waiting.map(({ id }) => id)).not.toContain(ticketId)
  const titles = async (api: typeof vendor.api) =>
    (await api.notifications.list({})).items.map(({ title }) => title)
  expect(await titles(vendor.api)).toContain('New medium priority ticket of a client')
  expect(await titles(staff.api)).not.toContain('New medium priority ticket')
  await vendor.api.support.reply({ ticketId, message: 'Retired customers.' })
  expect(await titles(client.api)).toContain('The vendor has answered your ticket')
  expect((await client.api.support.messages({ ticketId, limit: 5 })).items).toMatchObject([
    { body: 'Retired customers.', fromVendor: true, fromStaff: false },
    { body: 'What does code 7 mean?', fromVendor: false },
  ])
  await client.api.support.followUp({ ticketId, message: 'And 8?' })
  expect((await vendor.api.support.messages({ ticketId, limit: 5 })).items[0]).toMatchObject({
    body: 'And 8?',
  })
  expect(await titles(vendor.api)).toContain(`${ticketId}: Claire Novak wrote again`)
})

it('after it a new ticket to the vendor is refused, and one to our staff goes to them', async () => {
  await deliveredAgo(30.1, '30_days')
  expect((await supportOf())?.endsAt?.getTime()).toBeLessThan(Date.now())
  const before = (await client.api.support.list({ limit: 50 })).items.length
  await expectRefusal(ask(), 'support_ended')
  expect((await client.api.support.list({ limit: 50 })).items).toHaveLength(before)
  expect(await ask(client.api, { to: 'platform' })).toMatchObject({ vendorName: null })
  await deliveredAgo(0, '30_days')
})

it('staff read what a vendor answers, and act on it once its author asked them to step in', async () => {
  const staff = await market.staff()
  const author = await market.colleague(client, 'member')
  const asked = (change: object = {}) => ask(author.api, { email: author.email, ...change })
  const { id: ticketId } = await asked()
  const queue = async (whose: 'all' | 'vendors', status: 'open' | 'closed' = 'open') =>
    (await staff.api.support.staff.queue({ status, whose, limit: 50 })).items.map(({ id }) => id)
  const { support } = staff.api
  const acts = [
    () => support.staff.answer({ ticketId, message: 'From us' }),
    () => support.staff.close({ ticketId }),
    () => support.staff.assign({ ticketId, staffId: staff.userId }),
  ]
  const read = await support.staff.get({ ticketId })
  expect(read).toMatchObject({ vendorName: expect.any(String), escalatedAt: null })
  expect((await support.messages({ ticketId })).items).toHaveLength(1)
  expect(await queue('vendors')).toContain(ticketId)
  expect(await queue('all')).not.toContain(ticketId)
  for (const act of acts) await expectRefusal(act(), 'ticket_of_vendor')
  expect(await support.staff.get({ ticketId })).toEqual(read)

  const message = 'Nobody answers.'
  for (const [api, code] of [
    [vendor.api, 'not_found'],
    [other.api, 'not_found'],
    [client.api, 'not_found'],
    [staff.api, 'not_found'],
    [market.visitor, 'sign_in_required'],
  ] as const)
    await expectRefusal(api.support.escalate({ ticketId, message }), code)
  for (const api of [author.api, vendor.api])
    await expectRefusal(api.support.staff.queue({ whose: 'vendors' }), 'not_permitted')
  const ours = await asked({ to: 'platform' })
  await expectRefusal(author.api.support.escalate({ ticketId: ours.id, message }), 'bad_input')

  const escalated = await author.api.support.escalate({ ticketId, message })
  expect(escalated).toMatchObject({ status: 'open', escalatedAt: expect.any(Date) })
  expect(await queue('all')).toContain(ticketId)
  expect(await queue('vendors')).not.toContain(ticketId)
  const titles = async (api: typeof vendor.api) =>
    (await api.notifications.list({})).items.map(({ title }) => title)
  expect(await titles(staff.api)).toContain(`${ticketId}: Claire Novak asks you to step in`)
  expect(await titles(vendor.api)).toContain(
    `${ticketId}: Claire Novak has asked Semblance Support to step in`,
  )
  await support.staff.answer({ ticketId, message: 'From us' })
  await vendor.api.support.reply({ ticketId, message: 'From the vendor' })
  expect((await author.api.support.messages({ ticketId })).items).toMatchObject([
    { body: 'From the vendor', fromVendor: true },
    { body: 'From us', fromStaff: true },
    { body: message },
    {},
  ])
  expect((await author.api.support.escalate({ ticketId, message })).escalatedAt).toEqual(
    escalated.escalatedAt,
  )
  await support.staff.close({ ticketId })
  expect(await queue('all', 'closed')).toContain(ticketId)
})

it('no one but the client of the contract asks, and no one but its vendor answers', async () => {
  const { id: ticketId } = await ask()
  for (const api of [other.api, vendor.api])
    await expect(ask(api)).rejects.toMatchObject({ data: { field: 'contractId' } })
  await expect(ask(client.api, { contractId: null })).rejects.toMatchObject({
    data: { field: 'contractId' },
  })
  await expect(ask(market.visitor)).rejects.toMatchObject({ data: { field: 'contractId' } })
  for (const acting of [
    () => rival.api.support.getReceived({ ticketId }),
    () => rival.api.support.reply({ ticketId, message: 'x' }),
    () => rival.api.support.messages({ ticketId }),
    () => other.api.support.messages({ ticketId }),
    () => vendor.api.support.get({ ticketId }),
  ])
    await expectRefusal(acting(), 'not_found')
  expect((await rival.api.support.received({ limit: 5 })).items).toEqual([])
  await expectRefusal(client.api.support.received({ limit: 5 }), 'not_permitted')
  await expectRefusal(market.visitor.support.received({ limit: 5 }), 'sign_in_required')
})

it('a key of the vendor reads no ticket of a client and answers none', async () => {
  const colleague = await market.colleague(client, 'member')
  const { id: ticketId } = await ask(colleague.api, { email: colleague.email })
  const admin = await market.colleague(vendor, 'administrator')
  const { secret } = await admin.api.keys.create({
    ...{ name: 'Support desk', scopes: ['support:read', 'support:write'], limitCents: 0n },
    ...{ allowed: [], days: 90 },
  })
  const { support } = market.apiFor(secret)
  await expectRefusal(support.received({ limit: 5 }), 'scope_missing')
  await expectRefusal(support.getReceived({ ticketId }), 'scope_missing')
  await expectRefusal(support.reply({ ticketId, message: 'x' }), 'scope_missing')
  await expectRefusal(support.messages({ ticketId }), 'not_found')
  expect((await support.list({ limit: 5 })).items).toEqual([])
})
