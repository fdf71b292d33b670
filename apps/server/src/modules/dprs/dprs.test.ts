import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  dprForm,
  expectRefusal,
  fund,
  fundedDeal,
  postDpr,
  sendOffer,
} from '../../../testing/deals.ts'
import { type Market, openTestMarket, type Person } from '../../../testing/market.ts'
import type { Claims } from '../../platform/db.ts'

let market: Market
let client: Person
let vendor: Person
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
})
afterAll(() => market.close())

it('a new request awaits submissions and is found on the market with what vendors need', async () => {
  const posted = await client.api.dprs.create({ ...dprForm, title: 'Warehouse Robot Telemetry' })
  expect(posted).toMatchObject({
    status: 'awaiting_offers',
    offersCount: 0,
    budgetMinCents: 1_500_000n,
    budgetMaxCents: 2_500_000n,
  })
  const { items } = await vendor.api.dprs.browse({ search: 'robot telemetry' })
  expect(items.map(({ id, offered }) => ({ id, offered }))).toEqual([
    { id: posted.id, offered: false },
  ])
})

it("the client's contacts stay within its organization", async () => {
  const dprId = await postDpr(client)
  expect(await client.api.dprs.get({ dprId })).toMatchObject({
    contacts: dprForm.contacts,
    isOwn: true,
  })
  expect(await vendor.api.dprs.get({ dprId })).toMatchObject({ contacts: null, isOwn: false })
})

it('the first offer opens a request, and every offer counts', async () => {
  const dprId = await postDpr(client)
  await sendOffer(vendor, dprId)
  const seen = await vendor.api.dprs.get({ dprId })
  expect(seen).toMatchObject({ status: 'open', offersCount: 1, offered: true, contractId: null })
  await sendOffer(await market.member('vendor'), dprId)
  expect((await client.api.dprs.get({ dprId })).offersCount).toBe(2)
})

it('tabs hold their statuses and count them', async () => {
  const own = await market.member('client')
  await postDpr(own)
  const open = await postDpr(own)
  await sendOffer(vendor, open)
  const { dprId: accepted } = await fundedDeal(own, vendor)
  const pending = await own.api.dprs.list({ tab: 'pending' })
  expect(pending.counts).toEqual({ active: 2, fulfilled: 0, pending: 1 })
  const active = await own.api.dprs.list({ tab: 'active' })
  expect(active.items.map(({ id, status }) => [id, status])).toEqual([
    [accepted, 'accepted'],
    [open, 'open'],
  ])
})

it('pages follow one another without gaps or repetitions', async () => {
  const own = await market.member('client')
  const posted = await Promise.all(Array.from({ length: 7 }, () => postDpr(own)))
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await own.api.dprs.list({ tab: 'pending', limit: 3, cursor })
    seen.push(...page.items.map(({ id }) => id))
    if (!page.nextCursor) break
    cursor = page.nextCursor
  }
  expect(seen).toHaveLength(7)
  expect(new Set(seen)).toEqual(new Set(posted))
})

it.each([
  'nonsense',
  '',
  Buffer.from('["x",1]').toString('base64url'),
  Buffer.from('[1e99,"a"]').toString('base64url'),
])('a cursor that is none of ours is refused: %j', async (cursor) => {
  await expect(client.api.dprs.list({ cursor })).rejects.toMatchObject({
    code: 'bad_input',
    data: { field: 'cursor' },
  })
})

it('search takes anything a person may type', async () => {
  for (const search of ['"unclosed', 'a & | !', "o'clock -not", ':*', '%'])
    await vendor.api.dprs.browse({ search })
})

it('a category narrows the market', async () => {
  await postDpr(client, { category: 'iot' })
  const { items } = await vendor.api.dprs.browse({ category: 'iot' })
  expect(new Set(items.map(({ category }) => category))).toEqual(new Set(['iot']))
})

it('a request that found its vendor leaves the market but not the sight of its bidders', async () => {
  const loser = await market.member('vendor')
  const stranger = await market.member('vendor')
  const dprId = await postDpr(client)
  await sendOffer(loser, dprId)
  const offerId = await sendOffer(vendor, dprId)
  await client.api.offers.accept({ offerId })
  await fund(client, offerId)
  const { items } = await stranger.api.dprs.browse({ limit: 100 })
  expect(items.map(({ id }) => id)).not.toContain(dprId)
  await expectRefusal(stranger.api.dprs.get({ dprId }), 'not_found')
  expect((await loser.api.dprs.get({ dprId })).contractId).toBeNull()
  expect((await vendor.api.dprs.get({ dprId })).contractId).not.toBeNull()
})

it('a vendor cannot post or list own requests', async () => {
  await expectRefusal(vendor.api.dprs.create(dprForm), 'not_permitted')
  await expectRefusal(vendor.api.dprs.list({}), 'not_permitted')
})

it("another client cannot see one's requests in its list", async () => {
  const other = await market.member('client')
  await postDpr(client)
  expect((await other.api.dprs.list({ tab: 'pending' })).items).toEqual([])
})

it('a visitor cannot read or write anything where there are no samples', async () => {
  const dprId = await postDpr(client)
  const { dprs } = market.visitor
  await expectRefusal(dprs.create(dprForm), 'sign_in_required')
  await expectRefusal(dprs.list({}), 'sign_in_required')
  await expectRefusal(dprs.browse({}), 'sign_in_required')
  await expectRefusal(dprs.get({ dprId }), 'sign_in_required')
})

it('a budget turned upside down is refused at its field', async () => {
  await expect(client.api.dprs.create({ ...dprForm, budgetMaxCents: 100n })).rejects.toMatchObject({
    code: 'bad_input',
    data: { field: 'budgetMaxCents' },
  })
})

it("the database itself refuses a request in another organization's name, and any change by its own", async () => {
  const dprId = await postDpr(client)
  const other = await market.member('client')
  const claims = (person: Person): Claims => ({
    role: 'authenticated',
    sub: person.userId,
    org_ids: [person.organization.id],
  })
  const { db } = market.platform
  const forged = {
    client: client.organization.id,
    title: 'forged',
    category: 'retail',
    description: 'd',
    use_case: 'u',
    compliance_requirements: 'c',
    delivery_format: 'csv',
    contacts: 'x',
    budget_min_cents: 100n,
    budget_max_cents: 100n,
    timeline_days: 1,
  } as const
  await expect(
    db.transaction(claims(other), (tx) => tx.insertInto('dprs').values(forged).execute()),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    db.transaction(claims(client), (tx) =>
      tx.updateTable('dprs').set({ status: 'completed' }).where('id', '=', dprId).execute(),
    ),
  ).rejects.toMatchObject({ code: '42501' })
  const seen = await db.transaction({ role: 'anon' }, (tx) =>
    tx.selectFrom('dprs').select('id').execute(),
  )
  expect(seen).toEqual([])
})
