import type { Category, ColumnKind, DataContract } from '@semblance/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { expectRefusal, postDpr, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { changeDpr, invite } from '../../../testing/fixtures/marketplace-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system, type Tx } from '../../platform/database/db.ts'

const { market, client } = await useMarket({ client: 'client' })

type Page<Item> = { items: Item[]; nextCursor: string | null }

/** Returns the items of all pages of a list. */
async function readPages<Item>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page<Item>>,
  limit: number,
): Promise<Item[]> {
  const found: Item[] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await read({ limit, ...(cursor && { cursor }) })
    found.push(...items)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}

it('ranks an invitation before past work, that before a request unlike it, each with its reasons', async () => {
  const vendor = await market.member('vendor')
  await remember(vendor, { category: 'finance', completed: 3, meanPriceCents: 1_800_000n })
  const [plain, priced, invited] = await Promise.all([
    postDpr(client, { category: 'iot' }),
    postDpr(client, { category: 'finance' }),
    postDpr(client, { category: 'iot' }),
  ])
  const expensive = await postDpr(client, {
    category: 'finance',
    budgetMinCents: 10_000_000n,
    budgetMaxCents: 12_000_000n,
  })
  await invite(market, invited, { client, vendor })
  const { items, total } = await vendor.api.market.suggestDprs({ limit: 20 })
  const pages = await readPages((page) => vendor.api.market.suggestDprs(page), 2)
  expect(pages).toEqual(items)
  const { organization } = await client.api.organizations.viewer()
  expect(items.slice(0, 3).map(({ dpr, reasons }) => [dpr.id, reasons])).toEqual([
    [invited, [`${organization!.name} invited you to send an offer.`]],
    [
      priced,
      ['You have completed 3 contracts in Finance.', 'Your past prices in Finance fit the budget.'],
    ],
    [expensive, ['You have completed 3 contracts in Finance.']],
  ])
  expect(items.find(({ dpr }) => dpr.id === plain)!.reasons).toEqual([])
  expect(total).toEqual({ count: items.length, isMore: false })
})

it('puts what a vendor does not qualify for last, and says when it does', async () => {
  const vendor = await market.member('vendor')
  await remember(vendor, { category: 'healthcare', completed: 2, meanPriceCents: 1n })
  await rate(vendor, [0, 0, 0, 1, 1])
  const post = (criteria: { vendor_min_rating?: number; vendor_min_completed?: number }) =>
    postWith({ category: 'healthcare', title: 'Criteria' }, criteria)
  const [missed, met] = [
    await post({ vendor_min_completed: 3 }),
    await post({ vendor_min_rating: 4.5 }),
  ]
  const { items } = await vendor.api.market.suggestDprs({ search: 'criteria' })
  expect(items.map(({ dpr }) => dpr.id)).toEqual([met, missed])
  expect(items[0]!.reasons).toContain('You meet what it asks of vendors.')
})

it('leaves out own requests, those with an offer of one’s own, and what the filters leave out', async () => {
  const both = await market.member('both')
  const title = 'Exclusive'
  await postDpr(both, { title })
  await sendOffer(both, await postDpr(client, { title }))
  const left = await postDpr(client, { title, timelineDays: 3 })
  await postDpr(client, { title, timelineDays: 30 })
  const found = await both.api.market.suggestDprs({ search: 'exclusive', timeline: ['urgent'] })
  expect(found.items.map(({ dpr }) => dpr.id)).toEqual([left])
  expect(found.total.count).toBe(1)
})

it('suggests vendors by work in the category, rating, price and criteria, with reasons', async () => {
  const own = await market.member('client')
  const [experienced, rated, elsewhere, unknown] = await Promise.all(
    Array.from({ length: 4 }, () => market.member('vendor')),
  )
  await remember(experienced!, {
    category: 'technology',
    completed: 12,
    onTime: 11,
    meanPriceCents: 1_850_000n,
  })
  await remember(rated!, { category: 'technology', completed: 1, meanPriceCents: 9_000_000n })
  await rate(rated!, [0, 0, 0, 1, 4])
  await remember(elsewhere!, { category: 'iot', completed: 4, meanPriceCents: 1_850_000n })
  const dprId = await postWith({ category: 'technology' }, { vendor_min_completed: 4 }, own)
  const { items } = await own.api.market.suggestVendors({ dprId, limit: 20 })
  const pages = await readPages((page) => own.api.market.suggestVendors({ dprId, ...page }), 1)
  expect(pages).toEqual(items)
  const forged = Buffer.from('[1,"no id"]').toString('base64url')
  await expectRefusal(own.api.market.suggestVendors({ dprId, cursor: forged }), 'bad_input')
  const names = items.map(({ vendor }) => vendor.id)
  const of = ({ organization }: Person) => items.find(({ vendor }) => vendor.id === organization.id)
  expect(names.indexOf(experienced!.organization.id)).toBe(0)
  expect(of(experienced!)).toMatchObject({
    vendor: { completedContracts: 12, rating: null },
    reasons: [
      '12 contracts completed in Technology, 11 on time.',
      'Past prices in Technology fit your budget.',
      'Meets what you ask of vendors.',
    ],
  })
  expect(of(rated!)!.reasons).toEqual([
    '1 contract completed in Technology, 1 on time.',
    'Rated 4.8 of 5 by 5 clients.',
  ])
  expect(of(elsewhere!)!.reasons).toEqual([
    '4 contracts completed in other categories.',
    'Meets what you ask of vendors.',
  ])
  expect(of(unknown!)).toBeUndefined() // in another industry, without a record
})

it('suggests nobody who was invited or has sent an offer, and nobody once the request is decided', async () => {
  const own = await market.member('client')
  const [invited, bidder] = [await market.member('vendor'), await market.member('vendor')]
  for (const vendor of [invited, bidder])
    await remember(vendor, { category: 'retail', completed: 50, meanPriceCents: 1_850_000n })
  const dprId = await postDpr(own)
  const suggested = async () =>
    (await own.api.market.suggestVendors({ dprId, limit: 20 })).items.map(({ vendor }) => vendor.id)
  expect(await suggested()).toEqual(
    expect.arrayContaining([invited.organization.id, bidder.organization.id]),
  )
  await invite(market, dprId, { client: own, vendor: invited })
  await sendOffer(bidder, dprId)
  const left = await suggested()
  expect(left).not.toContain(invited.organization.id)
  expect(left).not.toContain(bidder.organization.id)
  await withSystemRole((tx) =>
    tx.updateTable('dprs').set({ status: 'accepted' }).where('id', '=', dprId).execute(),
  )
  expect(await suggested()).toEqual([])
})

it('a client cannot ask about another’s request, nor either side for the other’s suggestions', async () => {
  const dprId = await postDpr(client)
  const other = await market.member('client')
  const vendor = await market.member('vendor')
  await expectRefusal(other.api.market.suggestVendors({ dprId }), 'not_found')
  await expectRefusal(other.api.market.suggestVendors({ dprId: 'DPR-0' }), 'not_found')
  await expectRefusal(vendor.api.market.suggestVendors({ dprId }), 'not_permitted')
  await expectRefusal(client.api.market.suggestDprs({}), 'not_permitted')
  await expectRefusal(market.visitor.market.suggestDprs({}), 'sign_in_required')
  await expectRefusal(market.visitor.market.suggestVendors({ dprId }), 'sign_in_required')
})

it('ranks a request by its columns above one of the vendor’s own category, and says which it holds', async () => {
  const vendor = await market.member('vendor')
  const title = 'Matched by columns'
  await remember(vendor, { category: 'finance', completed: 1, meanPriceCents: 1n })
  const bySample = await postDpr(client, { category: 'iot', title: 'Another' })
  const offerId = await sendOffer(vendor, bySample)
  await hold(offerId, {
    store_id: 'category',
    soldAt: 'timestamp',
    price_usd: 'number',
    note: 'text',
  })
  const columns = ['store_id', 'sold_at', 'price', 'basket_id']
  const wanted = await postDpr(client, {
    category: 'retail',
    title,
    dataContract: contractOf(columns),
  })
  const ofCategory = await postDpr(client, { category: 'finance', title })
  const suggested = async (to: Person) =>
    (await to.api.market.suggestDprs({ search: title, limit: 20 })).items.map(
      ({ dpr, reasons }) => [dpr.id, reasons],
    )
  expect(await suggested(vendor)).toEqual([
    [wanted, ['You hold 3 of 4 columns: store_id, sold_at (as soldAt), price (as price_usd).']],
    [ofCategory, ['You have completed 1 contract in Finance.']],
  ])
  // No other company learns of it, and no other list moves.
  expect(await suggested(await market.member('vendor'))).toEqual([
    [ofCategory, []],
    [wanted, []],
  ])
  expect(JSON.stringify(await client.api.market.suggestVendors({ dprId: wanted }))).not.toContain(
    'soldAt',
  )
})

it('suggests vendors that declare the columns of a request, by what their names mean, and says which', async () => {
  const own = await market.member('client')
  const [declaring, partly, busy] = [
    await market.member('vendor'),
    await market.member('vendor'),
    await market.member('vendor'),
  ]
  await remember(busy, { category: 'iot', completed: 3, meanPriceCents: 1n })
  const column = (name: string, holds: 'number' | 'text' | null = null) => ({ name, holds })
  const columns = [column('StoreID'), column('soldAt'), column('amount_usd', 'number')]
  expect(await declaring.api.companies.declareColumns({ columns })).toEqual({ columns })
  // One column of five is too little to say.
  await partly.api.companies.declareColumns({ columns: [column('colour')] })
  const title = 'Matched by declared columns'
  const dprId = await postDpr(own, {
    ...{ category: 'iot', title },
    dataContract: contractOf(['store_id', 'sold_at', 'amount', 'basket_id', 'colour']),
  })
  const suggested = async () =>
    (await own.api.market.suggestVendors({ dprId, limit: 20 })).items.map(({ vendor, reasons }) => [
      vendor.id,
      reasons,
    ])
  const sentence =
    'Declares 3 of 5 columns: store_id (as StoreID), sold_at (as soldAt), amount (as amount_usd).'
  const found = await suggested()
  expect(found[0]).toEqual([declaring.organization.id, expect.arrayContaining([sentence])])
  expect(found.flatMap(([, reasons]) => reasons)).toEqual(
    expect.not.arrayContaining([expect.stringContaining('Declares 1 of')]),
  )
  const { items } = await declaring.api.market.suggestDprs({ search: title })
  expect(items[0]?.reasons[0]).toContain('You hold 3 of 5 columns')
  await declaring.api.companies.declareColumns({ columns: [] })
  expect(JSON.stringify(await suggested())).not.toContain('Declares')
})

it('declared columns are on the profile for all, and changed by the own company as a vendor alone', async () => {
  const vendor = await market.member('vendor')
  const columns = [{ name: 'store_id', holds: null }]
  await vendor.api.companies.declareColumns({ columns })
  const company = vendor.organization.id
  expect((await client.api.companies.get({ company })).columns).toEqual(columns)
  await expectRefusal(client.api.companies.declareColumns({ columns }), 'not_permitted')
  await expectRefusal(market.visitor.companies.declareColumns({ columns }), 'sign_in_required')
  const twice = [...columns, { name: 'Store_ID', holds: null }]
  await expect(vendor.api.companies.declareColumns({ columns: twice })).rejects.toMatchObject({
    code: 'bad_input',
    data: { field: 'columns' },
  })
  expect((await client.api.companies.get({ company })).columns).toEqual(columns)
})

const withSystemRole = <T>(work: (tx: Tx) => Promise<T>) =>
  market.platform.db.transaction(system, work)

async function postWith(
  form: Parameters<typeof postDpr>[1],
  criteria: { vendor_min_rating?: number; vendor_min_completed?: number },
  by = client,
) {
  const id = await postDpr(by, form)
  await changeDpr(market, id, criteria)
  return id
}

type Work = { category: Category; completed: number; onTime?: number; meanPriceCents: bigint }

async function remember({ organization }: Person, work: Work) {
  const { category, completed, onTime = completed, meanPriceCents } = work
  await withSystemRole((tx) =>
    tx
      .insertInto('vendor_records')
      .values({
        vendor: organization.id,
        category,
        completed,
        on_time: onTime,
        price_cents_sum: String(meanPriceCents * BigInt(completed)),
      })
      .execute(),
  )
}

async function rate({ organization }: Person, stars: number[]) {
  await withSystemRole((tx) =>
    tx.insertInto('company_ratings').values({ company: organization.id, stars }).execute(),
  )
}

/** Gives an offer a sample of one table with these columns, as if it had been made. */
async function hold(offerId: string, columns: Record<string, ColumnKind>) {
  const named = Object.entries(columns).map(([name, kind]) => ({ name, kind }))
  const tables = [{ name: 'sales', columns: named, rows: 0, totalRows: 0, csv: '' }]
  await withSystemRole((tx) =>
    sql`insert into offer_previews (offer_id, client, vendor, sample_id, file_name, file_bytes, state, figures, tables, finished_at)
      select id, client, vendor, gen_random_uuid(), 'sample.csv', 1, 'ready', '{}', ${JSON.stringify(tables)}::jsonb, now()
      from offers where id = ${offerId}`.execute(tx),
  )
}

const contractOf = (names: string[]): DataContract => ({
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: 'a',
  version: '1.0.0',
  status: 'active',
  schema: [{ name: 'delivery', properties: names.map((name) => ({ name })) }],
})
