import { afterEach, expect, it } from 'vitest'
import { runBank } from '../../../testing/fixtures/bank-account-fixtures.ts'
import {
  actingAs,
  agree,
  deliver,
  expectRefusal,
  expectRefusals,
  expectSoundLedger,
  fund,
  fundedDeal,
  postDpr,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { bankingForm, expectPayoutsAddUp } from '../../../testing/fixtures/payout-fixtures.ts'
import { pdfText } from '../../../testing/fixtures/pdf-text.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { makePdf } from '../../platform/pdf/pdf.ts'
import { releaseDue } from '../escrow/service.ts'
import { runPayouts } from '../payouts/service.ts'
import { reportDocument } from './report.ts'
import { summarizeEarnings } from './service.ts'

const { market, client, vendor } = await useMarket(
  { client: 'client', vendor: 'vendor' },
  { bankDaySeconds: 86_400 },
)
afterEach(async () => {
  await expectSoundLedger(market)
  await expectPayoutsAddUp(market)
})

async function completedDeal(priceCents: bigint) {
  const deal = await fundedDeal(client, vendor, priceCents)
  await deliver(market, deal.contractId)
  await release(market, client, deal.contractId)
  return deal
}

const thisMonth = () => new Date().toISOString().slice(0, 7)
const nextWeek = () => new Date(Date.now() + 8 * 86_400_000)

it('a vendor without contracts has earned nothing, month by month', async () => {
  const newcomer = await market.member('vendor')
  const summary = await newcomer.api.earnings.summary()
  expect(summary).toMatchObject({
    totalCents: 0n,
    thisMonthCents: 0n,
    pendingCents: 0n,
    completedCents: 0n,
    completedCount: 0,
    since: null,
  })
  expect(summary.months).toHaveLength(12)
  const { month } = summary.months.at(-1)!
  expect(month.toISOString()).toBe(`${thisMonth()}-01T00:00:00.000Z`)
  expect((await newcomer.api.earnings.list({})).items).toEqual([])
  expect(await newcomer.api.earnings.statement({ month: thisMonth() })).toEqual({
    openingCents: 0n,
    closingCents: 0n,
    releasedCents: 0n,
    paidOutCents: 0n,
    lines: [],
  })
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
    pendingCount: 1,
    completedCents: 0n,
    completedCount: 1,
  })
  expect(summary.months.at(-1)!.releasedCents).toBe(1_000_000n)
  // A bank's days may fund it next month only.
  const { months } = await actingAs(market, vendor, (ctx) =>
    summarizeEarnings({ ...ctx, now: nextWeek() }),
  )
  expect(months.reduce((sum, { heldCents }) => sum + heldCents, 0n)).toBe(250_000n)
  const { items } = await vendor.api.earnings.list({})
  expect(items).toHaveLength(2)
  expect(items).toContainEqual(
    expect.objectContaining({
      contractId: held.contractId,
      amountCents: 250_000n,
      status: 'pending',
      paymentMethod: 'Escrow',
    }),
  )
  expect(items).toContainEqual(
    expect.objectContaining({
      contractId: done.contractId,
      amountCents: 1_000_000n,
      status: 'processing',
      part: 'acceptance',
    }),
  )
  const dashboard = await vendor.api.dashboards.vendor()
  expect(dashboard).toMatchObject({
    earnedCents: summary.totalCents,
    earnedThisMonthCents: summary.thisMonthCents,
    heldCents: summary.pendingCents,
  })
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

it('filters by status, period and words, and pages', async () => {
  const { list } = vendor.api.earnings
  const [first] = (await list({ limit: 1 })).items
  const one = await list({ limit: 1 })
  const two = await list({ limit: 1, cursor: one.nextCursor! })
  expect(two.items[0]!.id).not.toBe(first!.id)
  expect(two.nextCursor).toBeNull()
  const [pending] = (await list({ status: 'pending' })).items
  expect(pending!.amountCents).toBe(250_000n)
  expect((await list({ status: 'paid' })).items).toEqual([])
  expect((await list({ search: pending!.contractId!.toLowerCase() })).items).toHaveLength(1)
  expect((await list({ search: '%' })).items).toEqual([])
  expect((await list({ to: '2020-01-01' })).items).toEqual([])
  expect((await list({ from: `${thisMonth()}-01`, status: 'processing' })).items).toHaveLength(1)
  await expectRefusal(list({ from: 'yesterday' }), 'bad_input')
  await expectRefusal(list({ cursor: 'x' }), 'bad_input')
})

it('a payout makes it paid, and the statement says when each cent came and went', async () => {
  const admin = await market.colleague(vendor, 'administrator')
  await admin.api.banking.save({ ...bankingForm('6789'), revision: 0 })
  await runPayouts(market.platform, nextWeek())
  const sent = await vendor.api.earnings.summary()
  expect(sent).toMatchObject({ totalCents: 1_000_000n, completedCents: 0n })
  await runBank(market)
  const paid = await vendor.api.earnings.summary()
  expect(paid).toMatchObject({ totalCents: 1_000_000n, completedCents: 1_000_000n })
  expect((await vendor.api.earnings.list({ status: 'paid' })).items).toMatchObject([
    { amountCents: 1_000_000n, paymentMethod: 'Bank transfer (ACH)' },
  ])
  const months = [thisMonth(), nextWeek().toISOString().slice(0, 7)]
  const statements = await Promise.all(
    [...new Set(months)].map((month) => vendor.api.earnings.statement({ month })),
  )
  expect(statements[0]!.openingCents).toBe(0n)
  expect(statements.at(-1)!.closingCents).toBe(0n)
  const lines = statements.flatMap((statement) => statement.lines)
  expect(
    lines.map(({ kind, amountCents, balanceCents }) => [kind, amountCents, balanceCents]),
  ).toEqual([
    ['released', 1_000_000n, 1_000_000n],
    ['payout', -1_000_000n, 0n],
  ])
  await expectRefusal(vendor.api.earnings.statement({ month: '2026-13' }), 'bad_input')
})

it('the report prints what the page shows, for the period that was asked for', async () => {
  const { items } = await vendor.api.earnings.list({})
  const document = reportDocument(
    'Meridian',
    { from: '2026-11-01', to: '2026-12-01' },
    items,
    new Date(),
  )
  const text = pdfText(await makePdf(document)).join('\n')
  for (const words of ['Nov 1, 2026 to Nov 30, 2026', '$10,000.00', '$2,500.00', 'Pending', 'Paid'])
    expect(text).toContain(words)
  const ask = (query: string, token?: string) =>
    market.fetch(`/api/earnings/report.pdf${query}`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
  const answer = await ask('?from=2026-11-01', vendor.token)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect((await ask('?from=soon', vendor.token)).status).toBe(400)
  expect((await ask('', client.token)).status).toBe(403)
  expect((await ask('')).status).toBe(401)
})

it('another vendor cannot see them, and a client or visitor has none', async () => {
  const other = await market.member('vendor')
  expect((await other.api.earnings.list({})).items).toEqual([])
  const month = thisMonth()
  await expectRefusals(
    [
      client.api.earnings.summary(),
      client.api.earnings.list({}),
      client.api.earnings.statement({ month }),
    ],
    'not_permitted',
  )
  await expectRefusals(
    [
      market.visitor.earnings.summary(),
      market.visitor.earnings.list({}),
      market.visitor.earnings.statement({ month }),
    ],
    'sign_in_required',
  )
})

it('an acceptance below the target accuracy names what went back, and one at which nothing was left to pay does too', {
  tags: 'long',
}, async () => {
  const seller = await market.member('vendor')
  const slope = { minAccuracyPercent: 90, targetAccuracyPercent: 95, floorPricePercent: 50 }
  const sloped = async (
    paymentStructure: 'on_delivery' | 'half_upfront',
    accuracyTenths: number,
  ) => {
    const dprId = await postDpr(client)
    const { id: offerId } = await seller.api.offers.submit({
      dprId,
      priceCents: 1_000_000n,
      timelineDays: 10,
      description: 'Ours.',
      paymentStructure,
      accepted: seller.accepted,
      ...slope,
    })
    const { contractId } = await client.api.offers.accept({ offerId, revision: 1 })
    await fund(client, offerId)
    await releaseDue(market.platform, nextWeek())
    await deliver(market, contractId, accuracyTenths)
    await release(market, client, contractId)
    return { dprId, offerId, contractId }
  }
  const lower = await sloped('on_delivery', 925)
  const lowest = await sloped('half_upfront', 900)
  const { items } = await seller.api.earnings.list({})
  const words = 'of the price went back for accuracy'
  expect(items).toHaveLength(3)
  expect(items.find(({ contractId }) => contractId === lower.contractId)).toMatchObject({
    part: 'acceptance',
    amountCents: 750_000n,
    backForAccuracyCents: 250_000n,
    status: 'processing',
  })
  const ofLowest = items.filter(({ contractId }) => contractId === lowest.contractId)
  expect(ofLowest.find(({ part }) => part === 'upfront')).toMatchObject({
    amountCents: 500_000n,
    backForAccuracyCents: null,
  })
  expect(ofLowest.find(({ part }) => part === 'acceptance')).toMatchObject({
    amountCents: 0n,
    backForAccuracyCents: 500_000n,
    status: 'paid',
  })
  const { totalCents } = await seller.api.earnings.summary()
  expect(totalCents).toBe(1_250_000n)
  const months = [thisMonth(), nextWeek().toISOString().slice(0, 7)]
  const statements = await Promise.all(
    [...new Set(months)].map((month) => seller.api.earnings.statement({ month })),
  )
  expect(statements.at(-1)!.closingCents).toBe(1_250_000n)
  const lines = statements.flatMap((statement) => statement.lines)
  expect(lines.map(({ backForAccuracyCents }) => backForAccuracyCents).toSorted()).toEqual(
    [250_000n, 500_000n, null].toSorted(),
  )
  const pdf = await makePdf(reportDocument('S', {}, items, new Date()))
  const report = pdfText(pdf).join(' ').replaceAll(/\s+/g, ' ')
  for (const amount of ['$2,500.00', '$5,000.00']) expect(report).toContain(`${amount} ${words}`)
  expect((await vendor.api.earnings.list({ search: lower.contractId })).items).toEqual([])
})
