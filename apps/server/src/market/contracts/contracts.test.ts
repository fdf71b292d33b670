import type { ContractFilter } from '@semblance/contract'
import { afterEach, describe, expect, it } from 'vitest'
import {
  actingAs,
  agree,
  deliver,
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
  pay,
  race,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { type Claims, system, type Tx } from '../../platform/database/db.ts'
import { milestonesOf } from './milestones.ts'
import type { ContractRow } from './queries.ts'
import {
  applyTerms,
  getContractForParty,
  getContractOfDpr,
  markDelivered,
  markProcessing,
  markReturnedToVendor,
  markSubmissionStarted,
} from './service.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  stranger: 'both',
})
afterEach(() => expectSoundLedger(market))

const asSystemTx = <T>(work: (tx: Tx) => Promise<T>) => market.platform.db.transaction(system, work)

async function stateOf(contractId: string) {
  const { status, stage, progressPercent } = await vendor.api.contracts.get({ contractId })
  return [status, stage, progressPercent]
}

it('a contract moves from payment to review, one step at a time', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  expect(await stateOf(contractId)).toEqual(['in_progress', 'data_collection', 25])
  await asSystemTx((tx) => markSubmissionStarted(tx, contractId))
  await asSystemTx((tx) => markSubmissionStarted(tx, contractId))
  expect(await stateOf(contractId)).toEqual(['in_progress', 'data_submission', 25])
  await asSystemTx((tx) => markProcessing(tx, contractId, new Date()))
  expect(await stateOf(contractId)).toEqual(['synthetic_processing', 'quality_review', 50])
  await asSystemTx((tx) => markReturnedToVendor(tx, contractId))
  expect(await stateOf(contractId)).toEqual(['in_progress', 'data_submission', 25])
  await deliver(market, contractId)
  expect(await stateOf(contractId)).toEqual(['pending_review', null, 75])
  expect((await client.api.dprs.get({ dprId })).status).toBe('ready_for_download')
})

it('a step out of turn is refused and changes nothing', async () => {
  const unpaid = await agree(client, vendor)
  const deliver: typeof markProcessing = (tx, id, now) =>
    markDelivered(tx, id, { accuracy: { tenths: 950, interval: null }, now })
  for (const step of [markProcessing, deliver, markSubmissionStarted, markReturnedToVendor])
    await expectRefusal(
      asSystemTx((tx) => step(tx, unpaid.contractId, new Date())),
      'not_awaiting_delivery',
    )
  expect(await stateOf(unpaid.contractId)).toEqual(['awaiting_payment', null, 0])
})

it('of parallel submissions one begins processing', { tags: 'long' }, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { wins, codes } = await race(8, () =>
    asSystemTx((tx) => markProcessing(tx, contractId, new Date())),
  )
  expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['not_awaiting_delivery']) })
})

it('each party sees the contract from its side', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  const seen = await client.api.contracts.get({ contractId })
  expect(seen).toMatchObject({ side: 'client', dprId })
  expect(seen.deliveryDate!.getTime() - seen.startDate!.getTime()).toBe(10 * 86_400_000)
  expect(seen.specifications.map(({ label }) => label)).toContain('Data Format')
  expect((await vendor.api.contracts.get({ contractId })).side).toBe('vendor')
  const listed = await vendor.api.contracts.list({ side: 'vendor', limit: 1 })
  expect(listed.items[0]).toMatchObject({ id: contractId, heldCents: 1_850_000n })
})

it('a payment with the bank is on its way, and nobody is asked to pay again', async () => {
  const { contractId, offerId } = await agree(client, vendor)
  const isUnderway = async (of: Person) =>
    (await of.api.contracts.get({ contractId })).isPaymentUnderway
  const isAskedToPay = async () =>
    (await client.api.dashboards.client()).tasks.some(({ id }) => id === `pay:${contractId}`)
  expect([await isUnderway(client), await isAskedToPay()]).toEqual([false, true])
  await pay(client, offerId)
  expect([await isUnderway(client), await isUnderway(vendor)]).toEqual([true, true])
  expect(await isAskedToPay()).toBe(false)
  await client.settle()
  expect(await isUnderway(client)).toBe(false)
})

it('lists page through the contracts of one side', { tags: 'long' }, async () => {
  const own = await market.member('client')
  const made: string[] = []
  for (let count = 0; count < 3; count++) made.push((await agree(own, vendor)).contractId)
  const first = await own.api.contracts.list({ side: 'client', limit: 2 })
  const rest = await own.api.contracts.list({ side: 'client', limit: 2, cursor: first.nextCursor! })
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(made.reverse())
  await expectRefusal(own.api.contracts.list({ side: 'vendor' }), 'not_permitted')
})

it('lists are narrowed by status and by a part of title, ID or the other party', {
  tags: 'long',
}, async () => {
  const own = await market.member('client')
  const unpaid = await agree(own, vendor)
  const paid = await fundedDeal(own, vendor)
  const done = await fundedDeal(own, vendor)
  await deliver(market, done.contractId)
  await release(market, own, done.contractId)
  const listed = async (filter: { status?: ContractFilter; search?: string }) =>
    (await own.api.contracts.list({ side: 'client', ...filter })).items.map(({ id }) => id)
  expect(await listed({ status: 'active' })).toEqual([paid.contractId, unpaid.contractId])
  expect(await listed({ status: 'ended' })).toEqual([done.contractId])
  expect(await listed({ status: 'in_progress' })).toEqual([paid.contractId])
  expect(await listed({ search: unpaid.contractId.toLowerCase() })).toEqual([unpaid.contractId])
  expect(await listed({ search: 'purchase hist' })).toHaveLength(3)
  expect(await listed({ search: 'VENDOR ' })).toHaveLength(3)
  expect(await listed({ search: '%' })).toEqual([])
  expect(await listed({ search: 'purchase', status: 'cancelled' })).toEqual([])
})

it('both parties read what was agreed, and the money that is held', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const seen = await vendor.api.contracts.get({ contractId })
  expect(seen.paymentTerms).toEqual({
    structure: 'on_delivery',
    upfrontCents: 0n,
    onDeliveryCents: 1_850_000n,
    escrowCents: 1_850_000n,
  })
  expect(seen).toMatchObject({ deliverables: expect.any(Array), pendingProposal: null })
  expect(seen).toMatchObject({ termHistory: [], firstDeliveryDate: null, changeRequestsLeft: 3 })
  expect(seen.events.map(({ title }) => title)).toEqual([
    'Funds placed in escrow',
    'Offer accepted, contract drawn up',
    'Offer sent',
  ])
})

it('an extension of the timeline moves the delivery date, and both dates are told', async () => {
  const { contractId, offerId } = await fundedDeal(client, vendor)
  const before = await client.api.contracts.get({ contractId })
  await asSystemTx(async (tx) => {
    await applyTerms(tx, offerId, {
      priceCents: 1_850_000n,
      timelineDays: 15,
      minAccuracyPercent: null,
      targetAccuracyPercent: null,
      floorPricePercent: null,
    })
    await tx
      .insertInto('offer_revisions')
      .values({
        offer_id: offerId,
        revision: 2,
        changed_by: client.organization.id,
        changes: JSON.stringify([{ field: 'timeline', from: 10, to: 15 }]),
        created_at: new Date(Date.now() + 1000),
      })
      .execute()
  })
  const after = await client.api.contracts.get({ contractId })
  expect(after.deliveryDate!.getTime() - before.deliveryDate!.getTime()).toBe(5 * 86_400_000)
  expect(after.firstDeliveryDate).toEqual(before.deliveryDate)
  expect(after.termHistory).toMatchObject([
    { revision: 2, changes: [{ field: 'timeline', from: 10, to: 15 }] },
  ])
  expect(after.events[0]!.title).toBe('Terms changed: Delivery Timeline')
})

it('a change of terms that waits is shown to both, and is a task of the client that must answer', async () => {
  const own = await market.member('client')
  const { contractId, offerId } = await fundedDeal(own, vendor)
  const { id: conversationId } = await vendor.api.negotiation.open({ contractId })
  const { revision } = (await vendor.api.negotiation.terms({ conversationId }))!
  const changes = { timelineDays: 14 }
  const { id: proposalId } = await vendor.api.negotiation.propose({
    conversationId,
    revision,
    changes,
  })
  const shown = {
    changes: [{ field: 'timeline', from: 10, to: 14 }],
  }
  const read = async (by: Person) => (await by.api.contracts.get({ contractId })).pendingProposal
  expect(await read(own)).toMatchObject({ ...shown, isOwn: false })
  expect(await read(vendor)).toMatchObject({ ...shown, isOwn: true })
  const tasks = async () => (await own.api.dashboards.client()).tasks
  expect(await tasks()).toMatchObject([
    {
      kind: 'answer_proposal',
      offerId,
      detail: 'Delivery Timeline: 10 days to 14 days on Retail Customer Purchase Histories.',
    },
  ])
  const before = await own.api.contracts.get({ contractId })
  await own.api.negotiation.approve({ proposalId })
  const after = await own.api.contracts.get({ contractId })
  expect(after).toMatchObject({ pendingProposal: null, firstDeliveryDate: before.deliveryDate })
  expect(await tasks()).toEqual([])
})

it('every step is told to the open browsers of both parties', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const { rows } = await market.platform.db.pool.query(
    `select organization, count(*)::integer as count from app.events
     where topic = 'contract.changed' and payload ->> 'id' = $1 group by 1`,
    [contractId],
  )
  expect(new Set(rows.map(({ organization }) => organization))).toEqual(
    new Set([client.organization.id, vendor.organization.id]),
  )
  expect(rows.every(({ count }) => count >= 2)).toBe(true)
})

it('a contract cannot be seen by anyone but its parties', async () => {
  const { contractId, dprId } = await fundedDeal(client, vendor)
  await expectRefusal(stranger.api.contracts.get({ contractId }), 'not_found')
  await expectRefusal(market.visitor.contracts.get({ contractId }), 'sign_in_required')
  await expectRefusal(stranger.api.timelines.get({ contractId }), 'not_found')
  await expectRefusal(market.visitor.timelines.get({ contractId }), 'sign_in_required')
  expect((await stranger.api.contracts.list({ side: 'client' })).items).toEqual([])
  expect((await stranger.api.contracts.list({ side: 'vendor' })).items).toEqual([])
  for (const read of [getContractForParty, getContractOfDpr])
    for (const id of [contractId, dprId])
      await expectRefusal(
        actingAs(market, stranger, (ctx) => read(ctx, id)),
        'not_found',
      )
  const found = await actingAs(market, vendor, (ctx) => getContractOfDpr(ctx, dprId))
  expect(found.id).toBe(contractId)
})

it('the database itself refuses a contract on an offer that is not accepted, and any change by a party', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const claims: Claims = {
    role: 'authenticated',
    sub: client.userId,
    org_ids: [client.organization.id],
  }
  const { db } = market.platform
  await expect(
    db.transaction(claims, (tx) =>
      tx
        .updateTable('contracts')
        .set({ status: 'completed' })
        .where('id', '=', contractId)
        .execute(),
    ),
  ).rejects.toMatchObject({ code: '42501' })
  const { dprId, offerId } = await agree(client, vendor)
  await expect(
    db.transaction(claims, (tx) =>
      tx
        .insertInto('contracts')
        .values({
          offer_id: offerId,
          dpr_id: dprId,
          client: client.organization.id,
          vendor: stranger.organization.id,
          title: 'forged',
          price_cents: 100n,
          fee_bps: 0,
          fee_cents: 0n,
          timeline_days: 1,
          held_ms: 0n,
        })
        .execute(),
    ),
  ).rejects.toMatchObject({ code: '42501' })
})

describe('milestones', () => {
  const fundedAt = new Date('2026-03-01T12:00:00Z')
  const contract = {
    status: 'in_progress',
    funded_at: fundedAt,
    submitted_at: null,
    delivered_at: null,
    completed_at: null,
    timeline_days: 10,
    held_ms: 0n,
    held_since: null,
  } as unknown as ContractRow
  const statuses = (row: ContractRow, now: string) =>
    milestonesOf(row, [], new Date(now)).map(({ status }) => status)

  it('are in progress and pending until the agreed days have passed', () => {
    expect(statuses(contract, '2026-03-11T12:00:00Z')).toEqual([
      'completed',
      'in_progress',
      'pending',
      'pending',
    ])
  })

  it('are delayed once past due and not completed', () => {
    expect(statuses(contract, '2026-03-11T12:00:01Z')).toEqual([
      'completed',
      'delayed',
      'delayed',
      'pending',
    ])
    const late = {
      ...contract,
      status: 'pending_review',
      submitted_at: fundedAt,
      delivered_at: fundedAt,
    } as ContractRow
    expect(statuses(late, '2026-04-01T00:00:00Z')).toEqual([
      'completed',
      'completed',
      'completed',
      'in_progress',
    ])
  })
})
