import { splitOf } from '@semblance/contract'
import { afterEach, describe, expect, it } from 'vitest'
import {
  balances,
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
} from '../../../testing/fixtures/deal-fixtures.ts'
import {
  answer,
  deliveredDeal,
  exampleDeal,
  openOn,
} from '../../../testing/fixtures/dispute-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
afterEach(() => expectSoundLedger(market))

const propose = ({ api }: Person, disputeId: string, toVendorCents: bigint, counters?: string) =>
  api.disputes.propose({ disputeId, toVendorCents, counters })

async function proposed(by: Person, disputeId: string, cents: bigint): Promise<string> {
  const { settlements } = await propose(by, disputeId, cents)
  return settlements.at(-1)!.id
}

describe('a settlement', () => {
  it('shares out the example of the ledger to the cent, and completes the contract', async () => {
    const deal = await exampleDeal(market, client, vendor)
    const { id, stake } = await openOn(client, deal)
    expect(stake).toEqual({
      stakeCents: 1_295_000n,
      feeStakeCents: 32_375n,
      priceCents: 1_850_000n,
      feeCents: 46_250n,
      feeBps: 250,
      releasedCents: 555_000n,
      feeEarnedCents: 13_875n,
    })
    const settlementId = await proposed(vendor, id, 795_000n)
    const payable = `payable:${vendor.organization.id}`
    const before = await balances(market)
    const { status, outcome } = await client.api.disputes.accept({ settlementId })
    expect(status).toBe('settled')
    expect(outcome).toEqual({
      toVendorCents: 795_000n,
      toClientCents: 500_000n,
      feeKeptCents: 19_875n,
      feeReturnedCents: 12_500n,
      reasons: null,
    })
    expect(splitOf(stake, 795_000n)).toMatchObject({ feeKeptCents: 19_875n })
    const after = await balances(market)
    expect((after.get(payable) ?? 0n) - (before.get(payable) ?? 0n)).toBe(795_000n)
    expect((after.get('fee_revenue') ?? 0n) - (before.get('fee_revenue') ?? 0n)).toBe(19_875n)
    expect(after.get(`refund_transit:${client.organization.id}`)).toBe(512_500n)
    for (const kind of ['escrow', 'escrow_frozen', 'fee_deferred'])
      expect(after.get(`${kind}:${deal.contractId}`)).toBe(0n)
    expect(await client.api.contracts.get(deal)).toMatchObject({
      status: 'completed',
      heldCents: 0n,
      releasedCents: 1_350_000n,
    })
    await client.settle()
    expect((await balances(market)).get(`refund_transit:${client.organization.id}`)).toBe(0n)
  })

  it('without a delivery cancels the contract', async () => {
    const deal = await fundedDeal(client, vendor)
    const { id } = await openOn(client, deal)
    const settlementId = await proposed(client, id, 100_000n)
    await vendor.api.disputes.accept({ settlementId })
    expect((await client.api.contracts.get(deal)).status).toBe('cancelled')
    await client.settle()
  })

  it.each([0n, 1_850_000n, 1n, 1_849_999n])('gives the vendor %s of it exactly', async (cents) => {
    const deal = await deliveredDeal(market, client, vendor)
    const { id, stake } = await openOn(client, deal)
    const before = (await balances(market)).get('fee_revenue') ?? 0n
    const settlementId = await proposed(client, id, cents)
    const { outcome } = await vendor.api.disputes.accept({ settlementId })
    expect(outcome).toMatchObject(splitOf(stake, cents))
    const kept = ((await balances(market)).get('fee_revenue') ?? 0n) - before
    expect(kept).toBe(outcome!.feeKeptCents)
    expect((await client.api.contracts.get(deal)).status).toBe(cents ? 'completed' : 'cancelled')
    await client.settle()
    expect((await balances(market)).get(`refund_transit:${client.organization.id}`)).toBe(0n)
  })

  it('is refused where it is more than there is, or less than nothing', async () => {
    const { id } = await openOn(client, await fundedDeal(client, vendor))
    for (const cents of [-1n, 1_850_001n])
      await expect(propose(client, id, cents)).rejects.toMatchObject({
        code: 'bad_input',
        data: { field: 'toVendorCents' },
      })
  })

  it('is pending once a side; a counter answers the other one by its name', async () => {
    const { id } = await openOn(client, await fundedDeal(client, vendor))
    const first = await proposed(client, id, 500_000n)
    await expectRefusal(propose(client, id, 600_000n), 'settlement_pending')
    await expectRefusal(propose(vendor, id, 1n, crypto.randomUUID()), 'settlement_decided')
    const { settlements } = await propose(vendor, id, 900_000n, first)
    expect(settlements.map(({ status, side }) => [status, side])).toEqual([
      ['countered', 'client'],
      ['pending', 'vendor'],
    ])
    await expectRefusal(vendor.api.disputes.accept({ settlementId: first }), 'settlement_decided')
    await proposed(client, id, 700_000n) // both sides may have one
  })

  it('is decided by the other side, and taken back by its own', async () => {
    const { id } = await openOn(client, await fundedDeal(client, vendor))
    const settlementId = await proposed(client, id, 500_000n)
    await expectRefusal(client.api.disputes.accept({ settlementId }), 'not_permitted')
    await expectRefusal(client.api.disputes.reject({ settlementId }), 'not_permitted')
    await expectRefusal(vendor.api.disputes.retract({ settlementId }), 'not_permitted')
    await client.api.disputes.retract({ settlementId })
    await expectRefusal(vendor.api.disputes.accept({ settlementId }), 'settlement_decided')
    await expectRefusal(client.api.disputes.retract({ settlementId }), 'settlement_decided')
    const second = await proposed(client, id, 600_000n)
    const after = await vendor.api.disputes.reject({ settlementId: second })
    expect(after.settlements.map(({ status }) => status)).toEqual(['withdrawn', 'rejected'])
    expect(after.status).toBe('open')
  })

  it('lapses when the dispute ends otherwise', async () => {
    const deal = await fundedDeal(client, vendor)
    const { id } = await openOn(client, deal)
    const settlementId = await proposed(vendor, id, 500_000n)
    const { settlements } = await client.api.disputes.withdraw({ disputeId: id })
    expect(settlements[0]).toMatchObject({ status: 'lapsed' })
    await expectRefusal(client.api.disputes.accept({ settlementId }), 'dispute_ended')
    expect((await client.api.contracts.get(deal)).status).toBe('in_progress')
  })

  it('is told in the timeline, with everything else', { tags: 'long' }, async () => {
    const deal = await deliveredDeal(market, client, vendor)
    const { id } = await openOn(client, deal)
    await answer(vendor, id)
    const settlementId = await proposed(vendor, id, 1_000_000n)
    const { events } = await client.api.disputes.accept({ settlementId })
    expect(events.map(({ title }) => title.replace(/^(client|vendor) \w+/, '$1'))).toEqual([
      'client opened the dispute; $18,500.00 frozen',
      'vendor answered',
      'vendor proposed $10,000.00 to the vendor, $8,500.00 back',
      'client accepted the settlement',
      'Settled by agreement; the money has been shared out',
    ])
    const contract = await vendor.api.contracts.get(deal)
    expect(contract.status).toBe('completed')
  })
})
