import { expect, it } from 'vitest'
import {
  agree,
  expectRefusal,
  expectSoundLedger,
  fund,
  fundedDeal,
  postDpr,
  race,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { expireDprs } from './service.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

/** Moves the closing date of a request into the past. */
async function letTimePass(dprId: string): Promise<void> {
  await market.platform.db.transaction(system, (tx) =>
    tx
      .updateTable('dprs')
      .set({ closes_at: new Date(Date.now() - 1000) })
      .where('id', '=', dprId)
      .execute(),
  )
}

const newest = async ({ api }: Person) => (await api.notifications.list({ limit: 1 })).items[0]

const offerOf = async (person: Person, dprId: string) =>
  (await person.api.offers.listSent({ limit: 100 })).items.find((offer) => offer.dprId === dprId)

it('a cancelled request leaves the market, and its offers are closed with notice', async () => {
  const dprId = await postDpr(client)
  const offerId = await sendOffer(vendor, dprId)
  await client.api.dprs.cancel({ dprId })
  const seen = await client.api.dprs.get({ dprId })
  expect(seen).toMatchObject({ status: 'cancelled', closedAt: expect.any(Date) })
  expect(await offerOf(vendor, dprId)).toMatchObject({
    status: 'rejected',
    rejectedAs: 'not_selected',
  })
  expect(await newest(vendor)).toMatchObject({
    title: 'Request cancelled',
    path: `/offer-details/${offerId}`,
  })
  const { counts, items } = await client.api.dprs.list({ tab: 'closed' })
  expect(counts.closed).toBe(1)
  expect(items.map(({ id }) => id)).toEqual([dprId])
  await expectRefusal((await market.member('vendor')).api.dprs.get({ dprId }), 'not_found')
  await expectRefusal(sendOffer(await market.member('vendor'), dprId), 'dpr_closed')
})

it('a request without offers can be cancelled, once', async () => {
  const dprId = await postDpr(client)
  const { wins, codes } = await race(3, () => client.api.dprs.cancel({ dprId }))
  expect(wins).toBe(1)
  expect(codes).toEqual(new Set(['dpr_closed']))
})

it('a request with an accepted offer cannot be cancelled, before or after payment', async () => {
  const { dprId, offerId } = await agree(client, vendor)
  const rival = await market.member('vendor')
  await sendOffer(rival, dprId)
  await expectRefusal(client.api.dprs.cancel({ dprId }), 'dpr_agreed')
  expect(await client.api.dprs.get({ dprId })).toMatchObject({ status: 'open', isAgreed: true })
  expect(await offerOf(rival, dprId)).toMatchObject({ status: 'pending' })
  await fund(client, offerId)
  await expectRefusal(client.api.dprs.cancel({ dprId }), 'dpr_closed')
  await expectSoundLedger(market)
})

it('of an acceptance and a cancellation at once, one wins', { tags: 'long' }, async () => {
  for (let round = 0; round < 5; round++) {
    const dprId = await postDpr(client)
    const offerId = await sendOffer(vendor, dprId)
    const [accepted, cancelled] = await Promise.allSettled([
      client.api.offers.accept({ offerId, revision: 1 }),
      client.api.dprs.cancel({ dprId }),
    ])
    expect([accepted.status, cancelled.status].sort()).toEqual(['fulfilled', 'rejected'])
    const { status, isAgreed } = await client.api.dprs.get({ dprId })
    expect([status, isAgreed]).toEqual(
      accepted.status === 'fulfilled' ? ['open', true] : ['cancelled', false],
    )
  }
})

it('nobody else can cancel a request', async () => {
  const dprId = await postDpr(client)
  await expectRefusal((await market.member('client')).api.dprs.cancel({ dprId }), 'not_found')
  await expectRefusal(vendor.api.dprs.cancel({ dprId }), 'not_permitted')
  await expectRefusal(market.visitor.dprs.cancel({ dprId }), 'sign_in_required')
  expect((await client.api.dprs.get({ dprId })).status).toBe('awaiting_offers')
})

it('past its closing date a request takes no offers, and the job lets it expire with notice to both sides', async () => {
  const dprId = await postDpr(client)
  await sendOffer(vendor, dprId)
  await letTimePass(dprId)
  await expectRefusal(sendOffer(await market.member('vendor'), dprId), 'dpr_closed')
  await expireDprs(market.platform)
  expect(await client.api.dprs.get({ dprId })).toMatchObject({
    status: 'expired',
    closedAt: expect.any(Date),
  })
  expect(await offerOf(vendor, dprId)).toMatchObject({ status: 'rejected', rejectedAs: 'expired' })
  expect(await newest(vendor)).toMatchObject({ title: 'Offer expired' })
  expect(await newest(client)).toMatchObject({ title: 'Your request has expired' })
})

it('a second run of the job changes nothing and tells nobody again', async () => {
  const dprId = await postDpr(client)
  await letTimePass(dprId)
  await Promise.all([expireDprs(market.platform), expireDprs(market.platform)])
  await expireDprs(market.platform)
  const { items } = await client.api.notifications.list({ limit: 100 })
  expect(items.filter(({ path }) => path === `/dpr-details/${dprId}`)).toHaveLength(1)
})

it('an accepted offer keeps a request from expiring', { tags: 'long' }, async () => {
  const { dprId } = await agree(client, vendor)
  const { dprId: funded } = await fundedDeal(client, vendor)
  await letTimePass(dprId)
  await letTimePass(funded)
  await expireDprs(market.platform)
  expect((await client.api.dprs.get({ dprId })).status).toBe('open')
  expect((await client.api.dprs.get({ dprId: funded })).status).toBe('accepted')
})

it('a request past its date that is extended before the job comes goes on', async () => {
  const dprId = await postDpr(client)
  await letTimePass(dprId)
  await client.api.dprs.extend({ dprId, closesInDays: 10 })
  await expireDprs(market.platform)
  await sendOffer(vendor, dprId)
  expect((await client.api.dprs.get({ dprId })).status).toBe('open')
})

it("a sample's open requests stay open, and its closed ones closed", async () => {
  const sample = await market.member('client')
  await market.platform.db.pool.query(`update organizations set is_sample = true where id = $1`, [
    sample.organization.id,
  ])
  const ending = await postDpr(sample)
  const cancelled = await postDpr(sample)
  await sample.api.dprs.cancel({ dprId: cancelled })
  await letTimePass(ending)
  await letTimePass(cancelled)
  await expireDprs(market.platform)
  const { status, closesAt } = await sample.api.dprs.get({ dprId: ending })
  expect(status).toBe('awaiting_offers')
  expect(closesAt.getTime()).toBeGreaterThan(Date.now() + 89 * 86_400_000)
  await sendOffer(vendor, ending)
  expect((await sample.api.dprs.get({ dprId: cancelled })).status).toBe('cancelled')
})
