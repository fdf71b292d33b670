import { beforeAll, expect, it } from 'vitest'
import {
  agree,
  expectRefusal,
  fund,
  fundedDeal,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { pdfText } from '../../../testing/fixtures/pdf-text.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market, client } = await useMarket({ client: 'client' })
let vendors: Person[]
beforeAll(async () => {
  vendors = await Promise.all(Array.from({ length: 4 }, () => market.member('vendor')))
})

const rate = (vendor: Person, stars: string) =>
  market.platform.db.transaction(system, (tx) =>
    tx
      .insertInto('company_ratings')
      .values({ company: vendor.organization.id, stars: stars as never })
      .execute(),
  )

/** One request with four offers, of rising price and falling time, the third vendor rated best. */
async function busyRequest() {
  const dprId = await postDpr(client)
  const ids: string[] = []
  for (const [index, vendor] of vendors.entries())
    ids.push(
      (
        await vendor.api.offers.submit({
          dprId,
          priceCents: 1_600_000n + BigInt(index) * 100_000n,
          timelineDays: 20 - index,
          description: 'D',
          minAccuracyPercent: null,
          accepted: vendor.accepted,
        })
      ).id,
    )
  return { dprId, ids }
}

it('sorts the offers of a request in every way, page by page', async () => {
  await rate(vendors[1]!, '{0,0,0,2,0}')
  await rate(vendors[2]!, '{0,0,0,0,2}')
  const { dprId, ids } = await busyRequest()
  const [a, b, c, d] = ids
  const orders = {
    price: [a, b, c, d],
    time: [d, c, b, a],
    newest: [d, c, b, a],
    rating: [c, b, d, a],
  } as const
  for (const [sort, order] of Object.entries(orders)) {
    const input = { dprId, sort: sort as keyof typeof orders, limit: 3 }
    const first = await client.api.offers.listReceived(input)
    const rest = await client.api.offers.listReceived({ ...input, cursor: first.nextCursor! })
    expect(
      [...first.items, ...rest.items].map(({ id }) => id),
      sort,
    ).toEqual(order)
    expect(rest.nextCursor).toBeNull()
  }
  const { items } = await client.api.offers.listReceived({ dprId, sort: 'deals' })
  expect(items).toHaveLength(4)
})

it('says of each offer alone what it is best in', async () => {
  const { dprId, ids } = await busyRequest()
  const best = async () => {
    const { items } = await client.api.offers.listReceived({ dprId })
    return Object.fromEntries(items.map(({ id, distinctions }) => [id, distinctions]))
  }
  expect(await best()).toEqual({
    [ids[0]!]: ['lowest_price'],
    [ids[1]!]: [],
    [ids[2]!]: ['best_rated'],
    [ids[3]!]: ['fastest_delivery'],
  })
  await client.api.offers.reject({ offerId: ids[0]! })
  expect((await best())[ids[1]!]).toEqual(['lowest_price'])
})

it('keeps closed offers apart', async () => {
  const { dprId, ids } = await busyRequest()
  await client.api.offers.reject({ offerId: ids[0]! })
  const { items } = await client.api.offers.listReceived({ dprId, closed: true })
  expect(items.map(({ id, distinctions }) => [id, distinctions])).toEqual([[ids[0], []]])
  expect((await client.api.offers.listReceived({ dprId })).items).toHaveLength(3)
})

it('lists requests with offers, those that were decided apart', async () => {
  const buyer = await market.member('client')
  const open = await postDpr(buyer)
  await sendOffer(vendors[0]!, open, 1_600_000n)
  await sendOffer(vendors[1]!, open, 1_900_000n)
  await postDpr(buyer) // no offer yet
  const { dprId } = await fundedDeal(buyer, vendors[0]!)
  expect((await buyer.api.offers.listRequests({})).items).toMatchObject([
    { dprId: open, liveCount: 2, lowestCents: 1_600_000n, highestCents: 1_900_000n, chosen: null },
  ])
  expect((await buyer.api.offers.listRequests({ closed: true })).items).toMatchObject([
    { dprId, liveCount: 1, chosen: { priceCents: 1_850_000n } },
  ])
})

it('an offer that was accepted blocks its rivals', async () => {
  const { dprId, ids } = await busyRequest()
  await client.api.offers.accept({ offerId: ids[0]!, revision: 1 })
  const { items } = await client.api.offers.listReceived({ dprId, sort: 'price' })
  expect(items.map(({ rivalAccepted }) => rivalAccepted)).toEqual([false, true, true, true])
})

it('takes what the form leaves out from the request, and a stated minimum accuracy as it is', async () => {
  const dprId = await postDpr(client)
  await market.platform.db.transaction(system, (tx) =>
    tx
      .updateTable('dprs')
      .set({
        delivery_format: 'json',
        sample_records: 1000,
        min_accuracy_percent: 95,
        privacy_level: 'high',
        deliverables: ['Twin', 'Codebook'],
      })
      .where('id', '=', dprId)
      .execute(),
  )
  const offerId = await sendOffer(vendors[0]!, dprId)
  expect(await vendors[0]!.api.offers.getSent({ offerId })).toMatchObject({
    dataFormats: ['json'],
    sampleRecords: 1000,
    minAccuracyPercent: null,
    privacyLevel: 'high',
    deliverables: ['Twin', 'Codebook'],
    paymentStructure: 'on_delivery',
    deliveryMethod: 'download',
    supportPeriod: 'none',
    revision: 1,
    revisions: [],
    messagesCount: 0,
  })
})

it('counts a vendor its offers by status', async () => {
  const vendor = await market.member('vendor')
  await sendOffer(vendor, await postDpr(client))
  const { offerId } = await agree(client, vendor)
  await client.api.offers.reject({ offerId: await sendOffer(vendor, await postDpr(client)) })
  const { counts, items } = await vendor.api.offers.listSent({ status: 'accepted' })
  expect(counts).toEqual({ pending: 1, accepted: 1, rejected: 1 })
  expect(items.map(({ id }) => id)).toEqual([offerId])
  await fund(client, offerId)
  expect((await vendor.api.offers.getSent({ offerId })).funded).toBe(true)
})

const viewsOf = (offerId: string) =>
  market.platform.db.transaction(system, (tx) =>
    tx.selectFrom('offer_views').select('user_id').where('offer_id', '=', offerId).execute(),
  )

it("counts a look of each of the client's people once a day, and of nobody else", async () => {
  const { dprId, ids } = await busyRequest()
  const offerId = ids[0]!
  const colleague = await market.colleague(client, 'member')
  for (const { api } of [client, client, colleague]) await api.offers.listReceived({ dprId })
  await vendors[0]!.api.offers.getSent({ offerId })
  const views = await viewsOf(offerId)
  expect(views.map(({ user_id }) => user_id).sort()).toEqual(
    [client.userId, colleague.userId].sort(),
  )
})

const pdfOf = (offerId: string, person?: { token: string }) =>
  market.fetch(`/api/offers/${offerId}/proposal.pdf`, {
    headers: person ? { authorization: `Bearer ${person.token}` } : {},
  })

it('both parties may download an offer as PDF', async () => {
  const offerId = await sendOffer(vendors[0]!, await postDpr(client))
  for (const person of [client, vendors[0]!]) {
    const answer = await pdfOf(offerId, person)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain(`${offerId}-proposal.pdf`)
    const text = pdfText(Buffer.from(await answer.arrayBuffer()))
    expect(text).toContain('Retail Customer Purchase Histories')
    expect(text).toContain('Total Price$18,500')
    expect(text).toContain('Delivery Timeline10 days')
    expect(text).toContain('Our own loyalty panel, cleaned and documented.')
    expect(text).toContain(`Semblance proposal ${offerId}Page 1 of 2`)
  }
})

it('cannot be downloaded by anyone else', async () => {
  const offerId = await sendOffer(vendors[0]!, await postDpr(client))
  for (const person of [vendors[1], await market.member('client'), await market.stranger()]) {
    const answer = await pdfOf(offerId, person)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  }
  expect((await pdfOf(offerId)).status).toBe(404)
  expect((await pdfOf('OFR-0', client)).status).toBe(404)
})

it('a cursor of another list is refused', async () => {
  const cursor = Buffer.from('["x",1]').toString('base64url')
  await expectRefusal(client.api.offers.listReceived({ cursor }), 'bad_input')
})

it.each([
  ['price', 1.5],
  ['time', 2 ** 40],
  ['deals', 2 ** 40],
  ['newest', 8.64e15],
] as const)('a cursor by %s that names %d is refused', async (sort, rank) => {
  const cursor = Buffer.from(JSON.stringify([rank, 'OFR-1'])).toString('base64url')
  await expectRefusal(client.api.offers.listReceived({ sort, cursor }), 'bad_input')
})

it('lists cannot be read from the other side of the market, nor by visitors where there is no sample', async () => {
  await expectRefusal(vendors[0]!.api.offers.listRequests({}), 'not_permitted')
  await expectRefusal(market.visitor.offers.listRequests({}), 'sign_in_required')
  await expectRefusal(market.visitor.offers.listSent({}), 'sign_in_required')
  await expectRefusal(market.visitor.offers.getSent({ offerId: 'OFR-301' }), 'sign_in_required')
})
