import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  balances,
  expectRefusal,
  expectRefusals,
  expectSoundLedger,
  fundedDeal,
} from '../../../testing/fixtures/deal-fixtures.ts'
import {
  answer,
  deliveredDeal,
  escalated,
  exampleDeal,
  openOn,
} from '../../../testing/fixtures/dispute-fixtures.ts'
import { type Api, type Market, openTestMarket } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

type Staff = Awaited<ReturnType<Market['staff']>>

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
let first: Staff
let second: Staff
beforeAll(async () => {
  first = await market.staff()
  second = await market.staff()
})
afterEach(() => expectSoundLedger(market))

const SMALL = 999_999n
const desk = ({ api }: { api: Api }) => api.disputes.staff
const ruling = { toVendorCents: 100_000n, reasons: 'The columns are constant.' }
const people = () => ({ client, vendor })

describe('a decision about a small sum', () => {
  it('is one person’s, and final', async () => {
    const deal = await deliveredDeal(market, client, vendor, SMALL)
    const disputeId = await escalated(deal, people())
    const after = await desk(first).rule({ disputeId, ...ruling })
    expect(after).toMatchObject({ status: 'ruled', needsTwo: false, draft: null })
    expect(after.outcome).toMatchObject({ toVendorCents: 100_000n, toClientCents: 899_999n })
    expect(await client.api.contracts.get(deal)).toMatchObject({ status: 'completed' })
    const [read] = (await vendor.api.disputes.list(deal)).items
    expect(read?.outcome).toMatchObject({ reasons: ruling.reasons })
    await expectRefusal(desk(second).rule({ disputeId, ...ruling }), 'dispute_ended')
    for (const { api } of [client, vendor]) {
      const { items } = await api.notifications.list({ limit: 5 })
      expect(items.map(({ title }) => title)).toContain('Dispute decided')
    }
  })

  it('needs reasons, and an amount that is there', async () => {
    const deal = await fundedDeal(client, vendor, SMALL)
    const disputeId = await escalated(deal, people())
    for (const [change, field] of [
      [{ reasons: ' ' }, 'reasons'],
      [{ toVendorCents: SMALL + 1n }, 'toVendorCents'],
      [{ toVendorCents: -1n }, 'toVendorCents'],
    ] as const)
      await expect(desk(first).rule({ disputeId, ...ruling, ...change })).rejects.toMatchObject({
        data: { field },
      })
    expect((await client.api.contracts.get(deal)).status).toBe('disputed')
  })

  it('waits until the dispute is handed over, and the other party heard', async () => {
    const deal = await fundedDeal(client, vendor, SMALL)
    const { id: disputeId } = await openOn(client, deal)
    await expectRefusal(desk(first).rule({ disputeId, ...ruling }), 'dispute_too_early')
    await client.api.disputes.escalate({ disputeId })
    await expectRefusal(desk(first).rule({ disputeId, ...ruling }), 'dispute_too_early')
    await answer(vendor, disputeId)
    expect((await desk(first).rule({ disputeId, ...ruling })).status).toBe('ruled')
    expect((await client.api.contracts.get(deal)).status).toBe('cancelled')
  })
})

describe('a decision about a large sum', () => {
  it('is drafted by one and confirmed by another, by the example of the ledger', async () => {
    const deal = await exampleDeal(market, client, vendor)
    const disputeId = await escalated(deal, people())
    const draft = await desk(first).rule({ disputeId, ...ruling, toVendorCents: 795_000n })
    expect(draft).toMatchObject({ status: 'escalated', needsTwo: true })
    expect(draft.draft).toMatchObject({
      isOwn: true,
      toVendorCents: 795_000n,
      toClientCents: 500_000n,
      feeKeptCents: 19_875n,
      feeReturnedCents: 12_500n,
    })
    expect(draft.ledger).toEqual({
      frozenCents: 1_295_000n,
      feeHeldCents: 32_375n,
      releasedCents: 555_000n,
    })
    const [seen] = (await client.api.disputes.list(deal)).items
    expect(seen).toMatchObject({ status: 'escalated', outcome: null })
    expect(seen).not.toHaveProperty('draft')
    const rulingId = draft.draft!.id
    await expectRefusal(desk(first).confirm({ rulingId }), 'ruling_needs_another')
    const after = await desk(second).confirm({ rulingId })
    expect(after).toMatchObject({ status: 'ruled', draft: null })
    expect(after.outcome).toMatchObject({ toVendorCents: 795_000n, feeReturnedCents: 12_500n })
    const ledger = await balances(market)
    expect(ledger.get(`refund_transit:${client.organization.id}`)).toBe(512_500n)
    expect(ledger.get(`escrow_frozen:${deal.contractId}`)).toBe(0n)
    await client.settle()
  })

  it('needs a new confirmation when the draft has changed', async () => {
    const disputeId = await escalated(await fundedDeal(client, vendor), people())
    const { draft } = await desk(first).rule({ disputeId, ...ruling })
    await expectRefusal(desk(second).rule({ disputeId, ...ruling }), 'ruling_changed')
    const changed = await desk(second).rule({ disputeId, ...ruling, replaces: draft!.id })
    await expectRefusal(desk(first).confirm({ rulingId: draft!.id }), 'ruling_changed')
    await expectRefusal(
      desk(second).confirm({ rulingId: changed.draft!.id }),
      'ruling_needs_another',
    )
    await expectRefusal(
      desk(first).rule({ disputeId, ...ruling, replaces: draft!.id }),
      'ruling_changed',
    )
    expect((await desk(first).confirm({ rulingId: changed.draft!.id })).status).toBe('ruled')
    await client.settle()
  })

  it('comes too late when the parties have settled', async () => {
    const disputeId = await escalated(await fundedDeal(client, vendor), people())
    const { draft } = await desk(first).rule({ disputeId, ...ruling })
    const { settlements } = await vendor.api.disputes.propose({ disputeId, toVendorCents: 5n })
    await client.api.disputes.accept({ settlementId: settlements[0]!.id })
    await expectRefusal(desk(second).confirm({ rulingId: draft!.id }), 'dispute_ended')
    await client.settle()
  })
})

describe('the staff’s list', () => {
  it('has each dispute under its tab, the longest waiting first, page by page', {
    tags: 'long',
  }, async () => {
    const other = await openTestMarket()
    try {
      const [buyer, seller] = [await other.member('client'), await other.member('vendor')]
      const staff = desk(await other.staff())
      const ids: string[] = []
      for (let index = 0; index < 4; index += 1)
        ids.push((await openOn(buyer, await fundedDeal(buyer, seller))).id)
      for (const disputeId of [ids[2]!, ids[0]!, ids[1]!])
        await buyer.api.disputes.escalate({ disputeId })
      await buyer.api.disputes.withdraw({ disputeId: ids[1]! })
      const page = await staff.list({ tab: 'waiting', limit: 1 })
      const next = await staff.list({ tab: 'waiting', limit: 1, cursor: page.nextCursor! })
      expect([...page.items, ...next.items].map(({ id }) => id)).toEqual([ids[2], ids[0]])
      expect(next.nextCursor).toBeNull()
      const openOnes = await staff.list({ tab: 'open' })
      expect(openOnes.items.map(({ id }) => id)).toEqual([ids[3]])
      const closed = await staff.list({ tab: 'closed' })
      expect(closed.items.map(({ id, status }) => [id, status])).toEqual([[ids[1], 'withdrawn']])
      const found = await staff.list({ tab: 'waiting', search: ids[0]!.toLowerCase() })
      expect(found.items.map(({ id }) => id)).toEqual([ids[0]])
      expect((await staff.list({ tab: 'open', search: 'nothing like it' })).items).toEqual([])
    } finally {
      await other.close()
    }
  })

  it('and what staff do is closed to everybody else', async () => {
    const deal = await fundedDeal(client, vendor)
    const disputeId = await escalated(deal, people())
    const { draft } = await desk(first).rule({ disputeId, ...ruling })
    const tries = ({ disputes }: Api) => [
      disputes.staff.list({}),
      disputes.staff.get({ disputeId }),
      disputes.staff.rule({ disputeId, ...ruling }),
      disputes.staff.confirm({ rulingId: draft!.id }),
    ]
    await expectRefusals(tries(client.api), 'not_permitted')
    await expectRefusals(tries(vendor.api), 'not_permitted')
    await expectRefusals(tries(market.visitor), 'sign_in_required')
    await expectRefusal(desk(first).get({ disputeId: 'DSP-1' }), 'not_found')
    await expectRefusal(desk(first).confirm({ rulingId: crypto.randomUUID() }), 'not_found')
    expect((await client.api.contracts.get(deal)).status).toBe('disputed')
  })
})
