/**
 * Tests that of two commands that exclude each other, run concurrently, one succeeds and the ledger balances.
 *
 * @module-tag scaled
 */
import { afterEach, expect, it } from 'vitest'
import {
  balances,
  type Deal,
  expectSoundLedger,
  fundedDeal,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { deliveredDeal, escalated, openOn } from '../../../testing/fixtures/dispute-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { isLong } from '../../../testing/test-length.ts'
import { system } from '../../platform/database/db.ts'
import { acceptDelivery } from '../escrow/service.ts'

const TIMES = isLong ? 50 : 10

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
afterEach(() => expectSoundLedger(market))

type Outcome = { name: string; code: string | null }

/** The works in turn, started at once: which of them came through, and the codes of the others. */
async function against(works: Record<string, () => Promise<unknown>>) {
  const names = Object.keys(works)
  const started = Array.from({ length: TIMES }, async (_, index): Promise<Outcome> => {
    const name = names[index % names.length]!
    try {
      return { name, code: (await works[name]!()) === null ? 'nothing' : null }
    } catch (error) {
      return { name, code: (error as { code: string }).code }
    }
  })
  const outcomes = await Promise.all(started)
  return {
    winners: outcomes.filter(({ code }) => code === null).map(({ name }) => name),
    codes: [...new Set(outcomes.flatMap(({ code }) => code ?? []))].sort(),
  }
}

const moneyOf = async ({ contractId }: Deal) => {
  const all = await balances(market)
  return ['escrow', 'escrow_frozen'].map((kind) => all.get(`${kind}:${contractId}`) ?? 0n)
}

it('a dispute or a release', async () => {
  const deal = await deliveredDeal(market, client, vendor)
  const { winners, codes } = await against({
    dispute: () => openOn(vendor, deal, { reason: 'refused' }),
    release: () => release(market, client, deal.contractId),
  })
  expect(winners).toHaveLength(1)
  expect(await moneyOf(deal)).toEqual(winners[0] === 'dispute' ? [0n, 1_850_000n] : [0n, 0n])
  for (const code of codes)
    expect(['contract_disputed', 'contract_fixed', 'already_released']).toContain(code)
})

it('a dispute or the acceptance by silence', async () => {
  const deal = await deliveredDeal(market, client, vendor)
  const { platform } = market
  const { winners } = await against({
    dispute: () => openOn(client, deal),
    silence: () =>
      platform.db.transaction(system, (tx) =>
        acceptDelivery({ tx, now: new Date(), platform }, deal.contractId, 'timer'),
      ),
  })
  expect(winners).toHaveLength(1)
  expect(await moneyOf(deal)).toEqual(winners[0] === 'dispute' ? [0n, 1_850_000n] : [0n, 0n])
})

it('the acceptance of a settlement, its withdrawal, or that of the dispute', async () => {
  const deal = await fundedDeal(client, vendor)
  const { id: disputeId } = await openOn(vendor, deal, { reason: 'scope' })
  const { settlements } = await client.api.disputes.propose({ disputeId, toVendorCents: 700_000n })
  const settlementId = settlements[0]!.id
  const { winners, codes } = await against({
    accept: () => vendor.api.disputes.accept({ settlementId }),
    retract: () => client.api.disputes.retract({ settlementId }),
  })
  expect(winners).toHaveLength(1)
  for (const code of codes) expect(['settlement_decided', 'dispute_ended']).toContain(code)
  const [frozen] = (await moneyOf(deal)).slice(1)
  expect(frozen).toBe(winners[0] === 'accept' ? 0n : 1_850_000n)
})

it('two counters to one proposal, and its acceptance', async () => {
  const deal = await fundedDeal(client, vendor)
  const { id: disputeId } = await openOn(client, deal)
  const { settlements } = await client.api.disputes.propose({ disputeId, toVendorCents: 700_000n })
  const settlementId = settlements[0]!.id
  const { winners } = await against({
    accept: () => vendor.api.disputes.accept({ settlementId }),
    counter: () =>
      vendor.api.disputes.propose({ disputeId, toVendorCents: 900_000n, counters: settlementId }),
  })
  expect(winners).toHaveLength(1)
})

it('two decisions, or a settlement before them', async () => {
  const deal = await fundedDeal(client, vendor, 900_000n)
  const disputeId = await escalated(deal, { client, vendor })
  const { settlements } = await client.api.disputes.propose({ disputeId, toVendorCents: 100_000n })
  const [first, second] = [await market.staff(), await market.staff()]
  const rule = (api: typeof first.api, toVendorCents: bigint) =>
    api.disputes.staff.rule({ disputeId, toVendorCents, reasons: 'R' })
  const { winners, codes } = await against({
    one: () => rule(first.api, 200_000n),
    other: () => rule(second.api, 300_000n),
    parties: () => vendor.api.disputes.accept({ settlementId: settlements[0]!.id }),
  })
  expect(winners).toHaveLength(1)
  expect(codes).toEqual(['dispute_ended'])
  const share = { one: 200_000n, other: 300_000n, parties: 100_000n }[winners[0]!]
  const [read] = (await client.api.disputes.list(deal)).items
  expect(read!.outcome).toMatchObject({ toVendorCents: share })
  expect((await vendor.api.contracts.get(deal)).releasedCents).toBe(share)
})

it('confirmations of one draft', { tags: 'long' }, async () => {
  const disputeId = await escalated(await fundedDeal(client, vendor), { client, vendor })
  const [first, second] = [await market.staff(), await market.staff()]
  const drafted = await first.api.disputes.staff.rule({
    disputeId,
    toVendorCents: 1_000_000n,
    reasons: 'R',
  })
  const rulingId = drafted.draft!.id
  const { winners, codes } = await against({
    confirm: () => second.api.disputes.staff.confirm({ rulingId }),
    change: () =>
      second.api.disputes.staff.rule({
        disputeId,
        toVendorCents: 5n,
        reasons: 'R',
        replaces: rulingId,
      }),
  })
  expect(winners).toHaveLength(1)
  for (const code of codes) expect(['dispute_ended', 'ruling_changed']).toContain(code)
})
