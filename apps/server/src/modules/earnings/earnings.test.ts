import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  actingAs,
  agree,
  deliver,
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
  release,
} from '../../../testing/deals.ts'
import { type Market, openTestMarket, type Person } from '../../../testing/market.ts'
import { summarizeEarnings } from './service.ts'

let market: Market
let client: Person
let vendor: Person
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
})
afterEach(() => expectSoundLedger(market))
afterAll(() => market.close())

async function completedDeal(priceCents: bigint) {
  const deal = await fundedDeal(client, vendor, priceCents)
  await deliver(market, deal.contractId)
  await release(market, client, deal.contractId)
  return deal
}

it('a vendor without contracts has earned nothing, month by month', async () => {
  const newcomer = await market.member('vendor')
  const summary = await newcomer.api.earnings.summary()
  expect(summary).toMatchObject({
    totalCents: 0n,
    thisMonthCents: 0n,
    pendingCents: 0n,
    completedCount: 0,
  })
  expect(summary.months).toHaveLength(12)
  const { month } = summary.months.at(-1)!
  expect(month.toISOString()).toBe(`${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`)
  expect((await newcomer.api.earnings.list({})).items).toEqual([])
})

it('released and held money add up to the ledger', async () => {
  const done = await completedDeal(1_000_000n)
  const held = await fundedDeal(client, vendor, 250_000n)
  await agree(client, vendor, 9_000_000n)
  const summary = await vendor.api.earnings.summary()
  expect(summary).toMatchObject({
    totalCents: 1_000_000n,
    thisMonthCents: 1_000_000n,
    pendingCents: 250_000n,
    completedCount: 1,
  })
  expect(summary.months.at(-1)).toMatchObject({ releasedCents: 1_000_000n, heldCents: 250_000n })
  const { items } = await vendor.api.earnings.list({})
  expect(items).toMatchObject([
    { contractId: held.contractId, amountCents: 250_000n, status: 'pending' },
    { contractId: done.contractId, amountCents: 1_000_000n, status: 'processing' },
  ])
})

it("last month's releases are not this month's", async () => {
  const nextMonth = new Date()
  nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1, 15)
  const summary = await actingAs(market, vendor, (ctx) =>
    summarizeEarnings({ ...ctx, now: nextMonth }),
  )
  expect(summary.thisMonthCents).toBe(0n)
  expect(summary.totalCents).toBeGreaterThan(0n)
  expect(summary.months.at(-2)!.releasedCents).toBe(summary.totalCents)
})

it('pages through transactions by funding', async () => {
  const first = await vendor.api.earnings.list({ limit: 1 })
  const second = await vendor.api.earnings.list({ limit: 1, cursor: first.nextCursor! })
  expect(second.items[0]!.id).not.toBe(first.items[0]!.id)
  expect(second.nextCursor).toBeNull()
})

it('another vendor cannot see them, and a client or visitor has none', async () => {
  const other = await market.member('vendor')
  expect((await other.api.earnings.list({})).items).toEqual([])
  for (const read of [client.api.earnings.summary, client.api.earnings.list] as const)
    await expectRefusal(read({}), 'not_permitted')
  await expectRefusal(market.visitor.earnings.summary(), 'sign_in_required')
  await expectRefusal(market.visitor.earnings.list({}), 'sign_in_required')
})
