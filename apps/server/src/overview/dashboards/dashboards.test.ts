import { afterEach, expect, it } from 'vitest'
import {
  agree,
  deliver,
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
  postDpr,
  release,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
afterEach(() => expectSoundLedger(market))

it('a new organization starts at zero', async () => {
  expect(await client.api.dashboards.client()).toEqual({
    activeDprs: 0,
    openDprs: 0,
    completedDprs: 0,
    pendingOffers: 0,
    newOffers: 0,
    activeContracts: 0,
    nextDeliveryDate: null,
    investedCents: 0n,
    heldCents: 0n,
    releasedCents: 0n,
    tasks: [],
    activity: [],
  })
  expect(await vendor.api.dashboards.vendor()).toMatchObject({
    earnedCents: 0n,
    heldCents: 0n,
    pendingOffers: 0,
    activeContracts: 0,
    tasks: [],
    activity: [],
  })
})

it('figures, tasks and activity follow the trade on both sides', async () => {
  const compared = await postDpr(client)
  await sendOffer(vendor, compared)
  const unpaid = await agree(client, vendor)
  const working = await fundedDeal(client, vendor, 300_000n)
  const delivered = await fundedDeal(client, vendor, 200_000n)
  await deliver(market, delivered.contractId)
  const done = await fundedDeal(client, vendor, 100_000n)
  await deliver(market, done.contractId)
  await release(market, client, done.contractId)

  const mine = await client.api.dashboards.client()
  expect(mine).toMatchObject({
    activeDprs: 3,
    openDprs: 2,
    completedDprs: 2,
    pendingOffers: 1,
    newOffers: 1,
    activeContracts: 3,
    nextDeliveryDate: expect.any(Date),
    investedCents: 600_000n,
    heldCents: 500_000n,
    releasedCents: 100_000n,
  })
  expect(mine.tasks.map(({ kind, path }) => [kind, path])).toEqual([
    ['review_delivery', `/download/${delivered.dprId}`],
    ['pay', `/payment/${unpaid.offerId}`],
    ['review_offers', `/vendor-offers/${compared}`],
  ])
  expect(mine.activity).toHaveLength(10)
  expect(mine.activity[0]).toMatchObject({ kind: 'payment', title: 'Escrow released' })

  const theirs = await vendor.api.dashboards.vendor()
  expect(theirs).toMatchObject({
    earnedCents: 100_000n,
    heldCents: 500_000n,
    pendingOffers: 1,
    activeContracts: 3,
  })
  expect(theirs.tasks).toMatchObject([
    { kind: 'deliver', path: `/data-upload/${working.contractId}` },
  ])
})

it('a payment is no task while its vendor may not sell', async () => {
  const buyer = await market.member('client')
  const suspended = await market.member('vendor')
  const { offerId } = await agree(buyer, suspended)
  const tasks = async () => (await buyer.api.dashboards.client()).tasks
  const staff = await market.staff()
  const { id } = suspended.organization
  await staff.api.admin.organizations.suspend({ id, reason: 'Fraud' })
  expect(await tasks()).toEqual([])
  await staff.api.admin.organizations.activate({ id })
  expect(await tasks()).toMatchObject([{ kind: 'pay', path: `/payment/${offerId}` }])
})

it('a delivery that was turned down waits for its vendor, with the reason', async () => {
  const sender = await market.member('vendor')
  const { contractId } = await fundedDeal(client, sender)
  await market.platform.db.transaction(system, async (tx) => {
    const file = { contract_id: contractId, file_name: 'data.csv' }
    await tx
      .insertInto('deliveries')
      .values({
        ...file,
        client: client.organization.id,
        vendor: sender.organization.id,
        file_bytes: 1n,
        status: 'refused',
        reason: 'Too few rows',
        finished_at: new Date(),
      })
      .execute()
  })
  const { tasks } = await sender.api.dashboards.vendor()
  expect(tasks).toMatchObject([{ kind: 'delivery_refused', path: `/data-upload/${contractId}` }])
  expect(tasks[0]!.detail).toContain('Too few rows')
})

it('a proposal waits for the party that has to answer it, and for nobody once it is answered', {
  tags: 'long',
}, async () => {
  const sender = await market.member('vendor')
  const buyer = await market.member('client')
  const dprId = await postDpr(buyer)
  const offerId = await sendOffer(sender, dprId)
  const { id: conversationId } = await buyer.api.negotiation.open({ offerId })
  const propose = (person: Person, timelineDays: number) =>
    person.api.negotiation.propose({ conversationId, revision: 1, changes: { timelineDays } })
  const tasksOf = async (person: Person, side: 'client' | 'vendor') =>
    (await person.api.dashboards[side]()).tasks.filter(({ kind }) => kind === 'answer_proposal')

  const first = await propose(buyer, 12)
  expect(await tasksOf(buyer, 'client')).toEqual([])
  expect(await tasksOf(sender, 'vendor')).toEqual([
    {
      id: `proposal:${first.id}`,
      kind: 'answer_proposal',
      title: expect.stringMatching(/^client .* proposed a change$/),
      detail: expect.stringContaining('Delivery Timeline: 10 days to 12 days on '),
      path: `/offer-details/${offerId}`,
      offerId,
    },
  ])
  await sender.api.negotiation.reject({ proposalId: first.id })
  expect(await tasksOf(sender, 'vendor')).toEqual([])

  await propose(sender, 14)
  expect(await tasksOf(sender, 'vendor')).toEqual([])
  expect(await tasksOf(buyer, 'client')).toMatchObject([
    {
      title: expect.stringMatching(/^vendor .* proposed a change$/),
      path: `/vendor-offers/${dprId}`,
    },
  ])
  expect(await tasksOf(client, 'client')).toEqual([])
  expect(await tasksOf(vendor, 'vendor')).toEqual([])
})

it("one organization's dashboard shows nothing of another's, and each side its own", async () => {
  const other = await market.member('both')
  expect(await other.api.dashboards.client()).toMatchObject({ investedCents: 0n, activity: [] })
  expect(await other.api.dashboards.vendor()).toMatchObject({ earnedCents: 0n, activity: [] })
  await expectRefusal(client.api.dashboards.vendor(), 'not_permitted')
  await expectRefusal(vendor.api.dashboards.client(), 'not_permitted')
  await expectRefusal(market.visitor.dashboards.client(), 'sign_in_required')
})
