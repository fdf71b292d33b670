import type { DataContract, MarketSort } from '@semblance/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { expectRefusal, postDpr, sendOffer } from '../../../testing/fixtures/deal-fixtures.ts'
import { type Api, openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'
import { changeDpr, invite } from '../../../testing/fixtures/marketplace-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

type Query = Parameters<Api['market']['browse']>[0]

/** IDs found under a word that only the requests of one test carry. */
async function found(query: Query) {
  const { items } = await vendor.api.market.browse({ limit: 100, ...query })
  return items.map(({ id }) => id)
}

describe('searching', () => {
  it('finds words of the title, the description, the use case and the client’s name', async () => {
    const id = await postDpr(client, {
      title: 'Quokka Telemetry',
      description: 'Positions of collared wombats.',
      useCase: 'Predicting migrations',
    })
    const name = await clientName()
    for (const search of ['quokka', 'wombat', 'predicted migration', name, `telemetry ${name}`])
      expect(await found({ search }), search).toContain(id)
    expect(await found({ search: 'quokka spaceship' })).toEqual([])
  })

  it('takes the last word as unfinished, but no other and no single letter', async () => {
    const id = await postDpr(client, { title: 'Xylophone Recordings' })
    expect(await found({ search: 'xylop' })).toEqual([id])
    expect(await found({ search: 'recordings xy' })).toEqual([id])
    expect(await found({ search: 'xylop recordings' })).toEqual([])
    expect(await found({ search: 'x' })).toEqual([])
  })

  it('understands phrases, alternatives and exclusions', async () => {
    const first = await postDpr(client, { title: 'Zephyr wind speeds' })
    const second = await postDpr(client, { title: 'Zephyr speeds of wind' })
    expect(await found({ search: '"zephyr wind"' })).toEqual([first])
    expect(await found({ search: 'zephyr -"zephyr wind"' })).toEqual([second])
    expect(await found({ search: 'nothingness or zephyr' })).toEqual([second, first])
  })

  it('takes anything a person may type', async () => {
    for (const search of [
      '"unclosed',
      'a & | !',
      "o'clock -not",
      ':*',
      '%',
      'the',
      "'",
      '\\',
      '-',
      'é',
      '🙂',
      'a\u0301b',
    ])
      await vendor.api.market.browse({ search })
  })
})

describe('sorting', () => {
  it('orders by each of the five, page by page, without gaps or repetitions', async () => {
    const word = 'Ordering'
    const day = 86_400_000
    const rows = [
      { min: 500_000n, max: 900_000n, offers: 2, age: 3, closes: 9 },
      { min: 400_000n, max: 950_000n, offers: 2, age: 1, closes: 4 },
      { min: 600_000n, max: 700_000n, offers: 0, age: 2, closes: 20 },
      { min: 400_000n, max: 800_000n, offers: 7, age: 5, closes: 2 },
      { min: 450_000n, max: 900_000n, offers: 1, age: 4, closes: 30 },
    ]
    const ids: string[] = []
    for (const row of rows) {
      const id = await postDpr(client, {
        title: word,
        budgetMinCents: row.min,
        budgetMaxCents: row.max,
      })
      await changeDpr(market, id, {
        created_at: new Date(Date.now() - row.age * day),
        closes_at: new Date(Date.now() + row.closes * day),
        offers_count: row.offers,
      })
      ids.push(id)
    }
    const expected: Record<MarketSort, number[]> = {
      newest: [1, 2, 0, 4, 3],
      'budget-high': [1, 4, 0, 3, 2], // equal budgets: the later ID first
      'budget-low': [1, 3, 4, 0, 2],
      deadline: [3, 1, 0, 2, 4],
      offers: [3, 1, 0, 4, 2],
    }
    for (const [sort, order] of Object.entries(expected) as [MarketSort, number[]][])
      expect(await pages({ search: word, sort, limit: 2 }), sort).toEqual(
        order.map((index) => ids[index]),
      )
  })

  it.each([
    'nonsense',
    '',
    Buffer.from('["newest","x","DPR-1"]').toString('base64url'),
    Buffer.from('["offers",1,"DPR-1"]').toString('base64url'), // another sort's
    Buffer.from('["newest",8640000000000000,"DPR-1"]').toString('base64url'), // the year 275760
    Buffer.from('["newest",-8640000000000000,"DPR-1"]').toString('base64url'),
    Buffer.from('["newest",1,"DPR-\\u0000"]').toString('base64url'),
  ])('refuses a cursor that is none of ours: %j', async (cursor) => {
    await expect(vendor.api.market.browse({ cursor })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'cursor' },
    })
  })

  it('refuses a cursor beyond what can be counted', async () => {
    const cursor = Buffer.from('["offers",9007199254740991,"DPR-1"]').toString('base64url')
    await expectRefusal(vendor.api.market.browse({ sort: 'offers', cursor }), 'bad_input')
  })

  async function pages(query: Query) {
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await vendor.api.market.browse({ ...query, cursor })
      expect(page.total).toEqual(cursor ? null : { count: 5, isMore: false })
      seen.push(...page.items.map(({ id }) => id))
      if (!page.nextCursor) return seen
      cursor = page.nextCursor
    }
  }
})

describe('filters', () => {
  it('find a budget by either end as it is shown, and nothing that is shown otherwise', async () => {
    const word = 'Budgeting'
    const post = (budgetMinCents: bigint, budgetMaxCents: bigint) =>
      postDpr(client, { title: word, budgetMinCents, budgetMaxCents })
    const low = await post(1_500_000n, 2_500_000n)
    const rounded = await post(1_000_000n, 1_504_999n) // "$10K – $15K"
    await post(11_500_000n, 12_500_000n)
    await post(1_000_000n, 1_505_000n) // "$10K – $15.1K"
    const high = await post(3_000_000n, 4_500_000n)
    const search = word
    expect(await found({ search, budget: ['15K'] })).toEqual([rounded, low])
    expect(await found({ search, budget: ['25K'] })).toEqual([low])
    expect(await found({ search, budget: ['15K', '30K'] })).toEqual([high, rounded, low])
  })

  it('call 5 days urgent, 6 to 10 moderate, 11 flexible; groups narrow, choices widen', async () => {
    const search = 'Pacing'
    const post = (timelineDays: number, category: 'retail' | 'finance') =>
      postDpr(client, { title: search, timelineDays, category })
    const urgent = await post(5, 'retail')
    const moderate = [await post(6, 'finance'), await post(10, 'retail')]
    const flexible = await post(11, 'finance')
    expect(await found({ search, timeline: ['urgent'] })).toEqual([urgent])
    expect(await found({ search, timeline: ['moderate'] })).toEqual(moderate.toReversed())
    expect(await found({ search, timeline: ['urgent', 'flexible'] })).toEqual([flexible, urgent])
    expect(await found({ search, timeline: ['moderate'], industry: ['finance'] })).toEqual([
      moderate[0],
    ])
    expect(await found({ search, category: 'retail', industry: ['finance'] })).toEqual([])
  })

  it('stops counting what a search finds behind a hundred', async () => {
    const search = 'Plentiful'
    await postDpr(client, { title: search })
    await market.platform.db.transaction(system, (tx) =>
      sql`insert into dprs (client, title, category, description, use_case, compliance_requirements, delivery_format,
          contacts, budget_min_cents, budget_max_cents, timeline_days)
        select client, title, category, description, use_case, compliance_requirements, delivery_format, contacts,
          budget_min_cents, budget_max_cents, 400 - n from dprs, generate_series(36, 136) n where title = ${search}`.execute(
        tx,
      ),
    )
    const { total } = await vendor.api.market.browse({ search })
    expect(total).toEqual({ count: 100, isMore: true })
    const { total: filtered } = await vendor.api.market.browse({ search, timeline: ['moderate'] })
    expect(filtered).toEqual({ count: 0, isMore: false })
  })

  it('are refused by name when there is no such choice', async () => {
    await expect(
      vendor.api.market.browse({ timeline: ['soon' as 'urgent'] }),
    ).rejects.toMatchObject({ code: 'bad_input', data: { field: 'timeline.0' } })
    await expect(vendor.api.market.browse({ sort: 'best' as 'newest' })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'sort' },
    })
  })

  it('are counted by themselves, and the total of a search with its first page', async () => {
    const other = await openTestMarket()
    try {
      const owner = await other.member('client')
      await postDpr(owner, { category: 'iot', timelineDays: 3 })
      await postDpr(owner, { category: 'retail', timelineDays: 14 })
      await postDpr(owner, {
        category: 'retail',
        budgetMinCents: 3_000_000n,
        budgetMaxCents: 3_000_000n,
      })
      const [none, one, two, three] = [0, 1, 2, 3].map((count) => ({ count, isMore: false }))
      const [healthcare, finance, technology] = [none, none, none]
      expect(await owner.api.market.counts()).toEqual({
        category: { all: three, retail: two, healthcare, finance, technology, iot: one },
        industry: { retail: two, healthcare, finance },
        budget: { '15K': two, '25K': two, '30K': one },
        timeline: { urgent: one, moderate: none, flexible: two },
        closing: { week: none, month: three },
        privacy: { standard: three, high: none, maximum: none },
        wishes: null,
        // Two from $15,000 to $25,000, and one of $30,000.
        budgets: [0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 1, 0, 0, 0, 0, 0],
      })
      expect((await owner.api.market.browse({ category: 'retail', limit: 1 })).total).toEqual(two)
      const budget = ['15K', '25K', '30K'] as const
      const found = await owner.api.market.browse({ budget: [...budget], limit: 1 })
      expect(found.total).toEqual(three)
    } finally {
      await other.close()
    }
  })
})

describe('narrowing', () => {
  it('finds budgets that reach into a range, whatever their other end', async () => {
    const search = 'Ranging'
    const post = (budgetMinCents: bigint, budgetMaxCents: bigint) =>
      postDpr(client, { title: search, budgetMinCents, budgetMaxCents })
    const low = await post(500_000n, 800_000n)
    const middle = await post(700_000n, 2_000_000n)
    const high = await post(2_000_001n, 4_000_000n)
    expect(await found({ search, budgetFromUsd: 8001 })).toEqual([high, middle])
    expect(await found({ search, budgetToUsd: 20_000 })).toEqual([middle, low])
    expect(await found({ search, budgetFromUsd: 8000, budgetToUsd: 8000 })).toEqual([middle, low])
  })

  it('finds what closes soon, a privacy level, and a column by its whole name', async () => {
    const search = 'Narrowing'
    const soon = await postDpr(client, { title: search, closesInDays: 6, privacyLevel: 'high' })
    const later = await postDpr(client, {
      title: search,
      closesInDays: 60,
      dataContract: contractOf(['kwh', 'read_at']),
    })
    expect(await found({ search, closing: 'week' })).toEqual([soon])
    expect(await found({ search, closing: 'month' })).toEqual([soon])
    expect(await found({ search, privacy: ['high'] })).toEqual([soon])
    expect(await found({ search, privacy: ['standard', 'high'] })).toEqual([later, soon])
    expect(await found({ search, column: 'kwh' })).toEqual([later])
    expect(await found({ search, column: 'kw' })).toEqual([])
  })

  it('knows what is for a vendor: invitations, no offers yet, and its line of work', async () => {
    const both = await market.member('both')
    const search = 'Wishing'
    const invited = await postDpr(client, { title: search, category: 'iot' })
    await invite(market, invited, { client, vendor: both })
    await sendOffer(vendor, invited)
    const free = await postDpr(client, { title: search, category: 'retail' })
    await market.platform.db.transaction(system, (tx) =>
      tx
        .insertInto('vendor_records')
        .values({ vendor: both.organization.id, category: 'retail', completed: 1 })
        .execute(),
    )
    const wished = async (wish: 'invited' | 'no_offers' | 'profile', who = both) =>
      (await who.api.market.browse({ search, wishes: [wish] })).items.map(({ id }) => id)
    expect(await wished('invited')).toEqual([invited])
    expect(await wished('no_offers')).toEqual([free])
    expect(await wished('profile')).toEqual([free])
    expect(await wished('invited', vendor)).toEqual([])
    expect(await wished('no_offers', client)).toEqual([])
    const { wishes } = await both.api.market.counts()
    expect(wishes).toMatchObject({ invited: { count: 1 } })
  })

  it('is refused by name when there is no such choice', async () => {
    await expect(vendor.api.market.browse({ closing: 'today' as 'week' })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'closing' },
    })
    await expect(vendor.api.market.browse({ budgetFromUsd: -1 })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'budgetFromUsd' },
    })
  })
})

describe('a card', () => {
  it('names the first columns of the data contract, and counts all', async () => {
    const search = 'Columnar'
    const names = ['meter_id', 'read_at', 'kwh', 'tariff']
    await postDpr(client, { title: search, dataContract: contractOf(names) })
    await postDpr(client, { title: search, privacyLevel: 'maximum' })
    const { items } = await vendor.api.market.browse({ search })
    expect(items).toMatchObject([
      { columns: [], columnCount: 0, privacyLevel: 'maximum' },
      { columns: names.slice(0, 3), columnCount: 4, privacyLevel: 'standard' },
    ])
  })

  it('tells whether the request is one’s own, was answered, or came with an invitation', async () => {
    const both = await market.member('both')
    const search = 'Carding'
    const own = await postDpr(both, { title: search })
    const answered = await postDpr(client, { title: search })
    await sendOffer(both, answered)
    const invited = await postDpr(client, { title: search })
    await invite(market, invited, { client, vendor: both })
    const { items } = await both.api.market.browse({ search })
    expect(
      items.map(({ id, isOwn, offered, invited }) => ({ id, isOwn, offered, invited })),
    ).toEqual([
      { id: invited, isOwn: false, offered: false, invited: true },
      { id: answered, isOwn: false, offered: true, invited: false },
      { id: own, isOwn: true, offered: false, invited: false },
    ])
  })

  it('carries its label and never the contacts', async () => {
    await postDpr(client, { title: 'Labeling', timelineDays: 4, contacts: 'secret@halden.test' })
    const { items } = await vendor.api.market.browse({ search: 'labeling' })
    expect(items[0]).toMatchObject({ label: 'urgent', clientName: await clientName() })
    expect(items[0]).not.toHaveProperty('contacts')
  })
})

it('a request leaves the market when it is decided or its time is up', async () => {
  const search = 'Leaving'
  const closed = await postDpr(client, { title: search })
  const decided = await postDpr(client, { title: search })
  expect(await found({ search })).toEqual([decided, closed])
  await changeDpr(market, decided, { status: 'accepted' })
  await changeDpr(market, closed, { closes_at: new Date(Date.now() - 1000) })
  expect(await found({ search })).toEqual([])
})

it('staff may look, and whoever has no organization cannot', async () => {
  const staff = await market.staff()
  await staff.api.market.browse({})
  const stranger = await market.stranger()
  await expectRefusal(stranger.api.market.browse({}), 'membership_pending')
  await expectRefusal(stranger.api.market.counts(), 'membership_pending')
})

it('a visitor cannot look where there are no samples', async () => {
  await expectRefusal(market.visitor.market.browse({}), 'sign_in_required')
  await expectRefusal(market.visitor.market.counts(), 'sign_in_required')
})

it('a visitor sees the requests of sample companies, and cannot find anybody else’s', async () => {
  const showroom = await openTestMarket({ sampleData: true })
  try {
    const { db } = showroom.platform
    const sample = await showroom.member('client')
    await db.transaction(system, (tx) =>
      tx
        .updateTable('organizations')
        .set({ is_sample: true, organization_id: 'ORG-10001-HALDN' })
        .where('id', '=', sample.organization.id)
        .execute(),
    )
    await postDpr(sample, { title: 'Sample request' })
    const real = await showroom.member('client')
    const dprId = await postDpr(real, { title: 'Real request' })
    const { items } = await showroom.visitor.market.browse({})
    expect(items.map(({ title }) => title)).toEqual(['Sample request'])
    expect((await showroom.visitor.market.browse({ search: 'real' })).items).toEqual([])
    expect((await showroom.visitor.market.counts()).category.all.count).toBe(1)
    expect((await real.api.market.browse({})).items.map(({ id }) => id)).toContain(dprId)
  } finally {
    await showroom.close()
  }
})

async function clientName() {
  return (await client.api.organizations.viewer()).organization!.name
}

const contractOf = (names: string[]): DataContract => ({
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: 'a',
  version: '1.0.0',
  status: 'active',
  schema: [{ name: 'delivery', properties: names.map((name) => ({ name })) }],
})
