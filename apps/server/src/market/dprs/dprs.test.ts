import type { DprSort } from '@semblance/contract'
import { expect, it } from 'vitest'
import {
  dprForm,
  expectRefusal,
  fund,
  fundedDeal,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import type { Claims } from '../../platform/database/db.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

it('a new request awaits submissions and is found on the market with what vendors need', async () => {
  const posted = await client.api.dprs.create({ ...dprForm, title: 'Warehouse Robot Telemetry' })
  expect(posted).toMatchObject({
    status: 'awaiting_offers',
    offersCount: 0,
    budgetMinCents: 1_500_000n,
    budgetMaxCents: 2_500_000n,
  })
  const { items } = await vendor.api.market.browse({ search: 'robot telemetry' })
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

it('everything the client asks for reaches the vendors', async () => {
  const asked = {
    specifications: ['48,000 members', 'Two years'],
    technicalRequirements: ['UTF-8'],
    deliverables: ['Dataset', 'Data dictionary'],
    minRecords: 300_000_000,
    minAccuracyPercent: 95,
    sampleRecords: 1000,
    privacyLevel: 'high' as const,
    vendorMinRating: 4.5,
    vendorMinCompleted: 3,
    vendorPreferences: 'Experience with loyalty data',
  }
  const { id } = await client.api.dprs.create({ ...dprForm, ...asked, closesInDays: 7 })
  const seen = await vendor.api.dprs.get({ dprId: id })
  expect(seen).toMatchObject(asked)
  const openMs = seen.closesAt.getTime() - seen.createdAt.getTime()
  expect(Math.round(openMs / 86_400_000)).toBe(7)
})

it('what a form leaves out asks for nothing, and takes offers for thirty days', async () => {
  const seen = await vendor.api.dprs.get({ dprId: await postDpr(client) })
  expect(seen).toMatchObject({
    specifications: [],
    deliverables: [],
    minRecords: null,
    minAccuracyPercent: null,
    privacyLevel: 'standard',
    vendorMinRating: null,
  })
  const openMs = seen.closesAt.getTime() - seen.createdAt.getTime()
  expect(Math.round(openMs / 86_400_000)).toBe(30)
})

it.each([
  ['specifications.1', { specifications: ['fine', ' '] }],
  ['deliverables', { deliverables: Array.from({ length: 31 }, () => 'line') }],
  ['technicalRequirements.0', { technicalRequirements: ['x'.repeat(301)] }],
  ['minAccuracyPercent', { minAccuracyPercent: 49 }],
  ['minAccuracyPercent', { minAccuracyPercent: undefined }],
  ['sampleRecords', { sampleRecords: 100_001 }],
  ['vendorMinRating', { vendorMinRating: 4.2 }],
  ['closesInDays', { closesInDays: 91 }],
])('a wrong %s is refused at its field, and nothing is posted', async (field, wrong) => {
  const own = await market.member('client')
  await expect(
    own.api.dprs.create({ ...dprForm, ...wrong } as typeof dprForm),
  ).rejects.toMatchObject({
    code: 'bad_input',
    data: { field },
  })
  expect((await own.api.dprs.list({ tab: 'pending' })).items).toEqual([])
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
  expect(pending.counts).toEqual({
    active: 2,
    fulfilled: 0,
    pending: 1,
    closed: 0,
    drafts: 0,
  })
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

it('each order pages through all of them once', { tags: 'long' }, async () => {
  const own = await market.member('client')
  const made = []
  for (const dollars of [300n, 100n, 200n, 200n])
    made.push(
      await postDpr(own, {
        budgetMinCents: dollars * 100n,
        budgetMaxCents: dollars * 200n,
        closesInDays: Number(dollars) / 10,
      }),
    )
  const [first, second, third, fourth] = made as [string, string, string, string]
  await sendOffer(vendor, second)
  await sendOffer(await market.member('vendor'), second)
  await sendOffer(vendor, third)
  await sendOffer(vendor, first)
  await sendOffer(vendor, fourth)
  const inOrder = async (sort: DprSort) => {
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await own.api.dprs.list({ tab: 'active', sort, limit: 1, cursor })
      seen.push(...page.items.map(({ id }) => id))
      if (!page.nextCursor) return seen
      cursor = page.nextCursor
    }
  }
  expect(await inOrder('newest')).toEqual([fourth, third, second, first])
  expect(await inOrder('oldest')).toEqual([first, second, third, fourth])
  expect(await inOrder('offers')).toEqual([second, fourth, third, first])
  expect(await inOrder('budget-high')).toEqual([first, fourth, third, second])
  expect(await inOrder('budget-low')).toEqual([second, third, fourth, first])
  expect(await inOrder('deadline')).toEqual([second, third, fourth, first])
})

it('search finds a part of the title or the ID, and takes signs for what they are', async () => {
  const own = await market.member('client')
  const dprId = await postDpr(own, { title: '100% Wool Sales' })
  await postDpr(own, { title: 'Linen Sales' })
  const found = async (search: string) => {
    const { items } = await own.api.dprs.list({ tab: 'pending', search })
    return items.map(({ title }) => title)
  }
  expect(await found('wool')).toEqual(['100% Wool Sales'])
  expect(await found('100%')).toEqual(['100% Wool Sales'])
  expect(await found('_inen')).toEqual([])
  expect(await found(dprId.toLowerCase())).toEqual(['100% Wool Sales'])
  expect(await found('sales')).toEqual(['Linen Sales', '100% Wool Sales'])
})

it('a client takes offers for longer, never for less', async () => {
  const dprId = await postDpr(client, { closesInDays: 10 })
  const { closesAt } = await client.api.dprs.extend({ dprId, closesInDays: 20 })
  expect((await vendor.api.dprs.get({ dprId })).closesAt).toEqual(closesAt)
  await expect(client.api.dprs.extend({ dprId, closesInDays: 5 })).rejects.toMatchObject({
    code: 'bad_input',
    data: { field: 'closesInDays' },
  })
  const { dprId: accepted } = await fundedDeal(client, vendor)
  await expectRefusal(client.api.dprs.extend({ dprId: accepted, closesInDays: 90 }), 'dpr_closed')
})

it('nobody else can extend a request', async () => {
  const dprId = await postDpr(client, { closesInDays: 10 })
  const other = await market.member('client')
  const later = { dprId, closesInDays: 20 }
  await expectRefusal(other.api.dprs.extend(later), 'not_found')
  await expectRefusal(vendor.api.dprs.extend(later), 'not_permitted')
  await expectRefusal(market.visitor.dprs.extend(later), 'sign_in_required')
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
    await vendor.api.market.browse({ search })
})

it('a category narrows the market', async () => {
  await postDpr(client, { category: 'iot' })
  const { items } = await vendor.api.market.browse({ category: 'iot' })
  expect(new Set(items.map(({ category }) => category))).toEqual(new Set(['iot']))
})

it('a request that found its vendor leaves the market but not the sight of its bidders', async () => {
  const loser = await market.member('vendor')
  const stranger = await market.member('vendor')
  const dprId = await postDpr(client)
  await sendOffer(loser, dprId)
  const offerId = await sendOffer(vendor, dprId)
  await client.api.offers.accept({ offerId, revision: 1 })
  await fund(client, offerId)
  const { items } = await stranger.api.market.browse({ limit: 100 })
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
  await expectRefusal(market.visitor.market.browse({}), 'sign_in_required')
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
