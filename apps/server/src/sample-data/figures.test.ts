/** Tests the figures that a visitor reads, one by one, from rows through the public routes. */
import {
  competition,
  contractStages,
  contractStatuses,
  disputeStatuses,
  dprStatuses,
  dprTabs,
  earningStatuses,
  type MoneyStatus,
  marketLabelIds,
  membershipStates,
  moneyStatuses,
  notificationTypes,
  offerRejections,
  offerStatuses,
  priceBases,
  proposalStatuses,
  ticketPriorities,
  ticketStatuses,
  workStatuses,
} from '@semblance/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api, Market } from '../../testing/fixtures/market-fixtures.ts'
import { openSampleMarket } from '../../testing/samples/sample-market.ts'
import { groupPrices } from '../market/price-estimates/service.ts'
import { closeQuarters } from '../overview/insights/close-quarters.ts'
import { system } from '../platform/database/db.ts'
import { password as samplePassword } from './seed/seed.ts'

let market: Market
let visitor: Api
beforeAll(async () => {
  market = await openSampleMarket()
  visitor = market.visitor
})
afterAll(() => market.close())

const query = async <T>(text: string) => (await market.platform.db.pool.query(text)).rows as T[]

async function statusesOf(table: string, column = 'status'): Promise<string[]> {
  const rows = await query<{ value: string }>(
    `select distinct ${column} as value from ${table} where ${column} is not null`,
  )
  return rows.map(({ value }) => value).sort()
}

async function titled(title: string) {
  const { items } = await visitor.dprs.list({ tab: 'active', limit: 100 })
  return items.find((dpr) => dpr.title === title)!
}

describe('on the client dashboard', () => {
  it('8 requests are active, 12 completed, and 45,000 dollars invested', async () => {
    expect(await visitor.dashboards.client()).toMatchObject({
      activeDprs: 8,
      completedDprs: 12,
      investedCents: 4_500_000n,
    })
  })

  it('there are 4 notifications, one of each type, 2 of them unread', async () => {
    for (const side of ['client', 'vendor'] as const) {
      const { items, unreadCount } = await visitor.notifications.list({ side })
      expect(items).toHaveLength(4)
      expect(unreadCount).toBe(2)
      expect(items.map(({ type }) => type).sort()).toEqual([...notificationTypes].sort())
      expect(items.map(({ createdAt }) => createdAt)).toEqual(
        items.map(({ createdAt }) => createdAt).sort((a, b) => b.getTime() - a.getTime()),
      )
    }
  })
})

it('the vendor has earned 148,250 dollars', async () => {
  expect((await visitor.dashboards.vendor()).earnedCents).toBe(14_825_000n)
  expect((await visitor.earnings.summary()).totalCents).toBe(14_825_000n)
})

it('the offer to pay is 18,500 dollars, and 18,962.50 with the fee; 30 % upfront, 70 % on delivery', async () => {
  const { tasks } = await visitor.dashboards.client()
  const { path } = tasks.find(({ kind }) => kind === 'pay')!
  expect(await visitor.payments.checkout({ offerId: path.split('/').at(-1)! })).toMatchObject({
    amountCents: 1_850_000n,
    feeCents: 46_250n,
    totalCents: 1_896_250n,
    upfrontCents: 555_000n,
    onAcceptanceCents: 1_295_000n,
  })
})

it('the request on purchase histories asks for 95 % accuracy and the first 1000 records', async () => {
  const { id: dprId } = await titled('Retail Customer Purchase Histories')
  const dpr = await visitor.dprs.get({ dprId })
  expect(dpr).toMatchObject({ minAccuracyPercent: 95, sampleRecords: 1000, offersCount: 3 })
  expect(dpr.technicalRequirements.join()).toContain('95%')
  expect(dpr.deliverables.join()).toContain('first 1000 records')
})

it('the first six cards of the marketplace show six labels and every competition', async () => {
  const { items } = await visitor.market.browse({ limit: 6 })
  expect(new Set(items.map(({ label }) => label))).toEqual(new Set(marketLabelIds))
  expect(new Set(items.map(({ offersCount }) => competition(offersCount)))).toEqual(
    new Set(['High', 'Medium', 'Low']),
  )
})

it('the plan is Professional, with real use of it', async () => {
  const { plan, usage } = await visitor.billing.get()
  expect(plan).toBe('professional')
  expect(usage.find(({ kind }) => kind === 'dprs')!.used).toBeGreaterThan(0)
})

it('figures of the last closed quarter and of prices stand on enough organizations to be shown, on any day', async () => {
  await closeQuarters(market.platform)
  await groupPrices(market.platform)
  const [demand] = (await visitor.insights.demand()).quarters
  expect(demand?.requests).toBeGreaterThanOrEqual(20)
  expect(demand?.budget).not.toBeNull()
  const [offers] = (await visitor.insights.offers()).quarters
  expect(offers?.all?.decided).toBeGreaterThanOrEqual(40)
  const retail = offers?.byCategory?.find(({ key }) => key === 'retail')
  expect(retail?.decided).toBeGreaterThanOrEqual(20)
  expect(offers?.all?.price ?? retail?.price).toBeTruthy()
  const asked = { category: 'retail', privacyLevel: 'standard' } as const
  expect(await visitor.estimates.price(asked)).toMatchObject({
    basis: priceBases[0],
    contracts: expect.any(Number),
  })
})

describe('every status is there', () => {
  it('of requests, in every tab', async () => {
    expect(await statusesOf('dprs')).toEqual([...dprStatuses].sort())
    for (const tab of dprTabs) {
      const { items } = await visitor.dprs.list({ tab })
      expect(items.length, tab).toBeGreaterThan(0)
    }
  })

  it('of offers, with every reason of an end, on both sides', async () => {
    expect(await statusesOf('offers')).toEqual([...offerStatuses].sort())
    for (const side of ['client', 'vendor']) {
      const rows = await query<{ rejected_as: string }>(
        `select distinct rejected_as from offers o join organizations g on g.id = o.${side}
         where rejected_as is not null and g.name in ('Halden Retail Group', 'Meridian Synthetics')`,
      )
      expect(rows.map((row) => row.rejected_as).sort()).toEqual([...offerRejections].sort())
    }
  })

  it('of contracts, with every stage', async () => {
    expect(await statusesOf('contracts')).toEqual([...contractStatuses].sort())
    expect(await statusesOf('contracts', 'stage')).toEqual([...contractStages].sort())
  })

  it('of milestones', { tags: 'long' }, async () => {
    const found = new Set<string>()
    for (const side of ['client', 'vendor'] as const)
      for (const { id } of (await visitor.contracts.list({ side, limit: 100 })).items)
        for (const { status } of (await visitor.contracts.get({ contractId: id })).milestones)
          found.add(status)
    expect([...found].sort()).toEqual([...workStatuses].sort())
  })

  it('of money: payments, escrow, earnings', async () => {
    const found = new Set<MoneyStatus>()
    for (const side of ['client', 'vendor'] as const)
      for (const { id: contractId } of (await visitor.contracts.list({ side, limit: 100 })).items) {
        const { paymentStatus, tranches } = await visitor.payments.get({ contractId })
        found.add(paymentStatus)
        for (const { status } of tranches) found.add(status)
        for (const { status } of (await visitor.payments.history({ contractId })).items)
          found.add(status)
        for (const { status } of (await visitor.invoices.list({ contractId })).items)
          found.add(status)
      }
    expect([...found].sort()).toEqual([...moneyStatuses].sort())
    const { items } = await visitor.earnings.list({ limit: 100 })
    expect([...new Set(items.map(({ status }) => status))].sort()).toEqual(
      [...earningStatuses].sort(),
    )
  })

  it('of applications, people, terms, tickets and disputes', async () => {
    expect(await statusesOf('business_applications')).toEqual(['approved', 'declined', 'pending'])
    const shown = membershipStates.filter((state) => state !== 'rejected')
    expect(await statusesOf('profiles', 'membership')).toEqual([...shown].sort())
    // A pending proposal appears as outdated to readers. No sample proposal is withdrawn.
    const proposed = proposalStatuses.filter((s) => s !== 'withdrawn' && s !== 'outdated')
    expect(await statusesOf('proposals')).toEqual([...proposed].sort())
    expect(await statusesOf('support_tickets')).toEqual([...ticketStatuses].sort())
    expect(await statusesOf('support_tickets', 'priority')).toEqual([...ticketPriorities].sort())
    // A dispute that is settled or decided ends its contract, whose money the figures above count.
    const ended = disputeStatuses.filter((s) => ['open', 'escalated', 'withdrawn'].includes(s))
    expect(await statusesOf('disputes')).toEqual([...ended].sort())
  })
})

it('nothing in it is dated in the future, and no request is described twice', async () => {
  const { rows } = await market.platform.db.pool.query(
    `select 'dpr' from dprs where created_at > now() union all
     select 'offer' from offers where created_at > now() or decided_at > now() union all
     select 'contract' from contracts where created_at > now() or completed_at > now() union all
     select 'message' from messages where created_at > now() union all
     select description from dprs group by description having count(*) > 1`,
  )
  expect(rows).toEqual([])
})

it('the organization has people who wait and one who has left', async () => {
  const { data } = await market.supabase.auth.signInWithPassword({
    email: 'admin@sample.test',
    password: samplePassword,
  })
  const { organizations } = market.apiFor(data.session!.access_token)
  expect((await organizations.listRequests({})).items).toHaveLength(2)
  await market.platform.db.transaction(system, async (tx) => {
    const left = await tx
      .selectFrom('profiles')
      .select('email')
      .where('membership', '=', 'deactivated')
      .execute()
    expect(left).toEqual([{ email: 'otto@sample.test' }])
  })
})
