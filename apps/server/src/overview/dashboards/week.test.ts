import { expect, it } from 'vitest'
import {
  deliver,
  expectRefusal,
  fundedDeal,
  postDpr,
  release,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system, type Tx } from '../../platform/database/db.ts'

const { market, client } = await useMarket({ client: 'client' })

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const withSystemRole = <T>(work: (tx: Tx) => Promise<T>) =>
  market.platform.db.transaction(system, work)
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

it('the week counts views by day beside the week before, offers sent and accepted', async () => {
  const vendor = await market.member('vendor')
  const offerId = await sendOffer(vendor, await postDpr(client))
  await fundedDeal(client, vendor)
  const colleague = await market.colleague(client, 'member')
  const view = (days: number, { userId }: Pick<Person, 'userId'>) =>
    withSystemRole((tx) =>
      tx
        .insertInto('offer_views')
        .values({
          offer_id: offerId,
          user_id: userId,
          day: daysAgo(days),
          vendor: vendor.organization.id,
          revision: 1,
        })
        .execute(),
    )
  await view(0, client)
  await view(0, colleague)
  await view(6, client)
  await view(7, client)
  await view(14, client) // of neither week
  const { week } = await vendor.api.dashboards.vendor()
  expect(week).toMatchObject({
    views: 3,
    viewsBefore: 1,
    offersSent: 2,
    offersAccepted: 1,
    medianReplyMinutes: null,
  })
  expect(week.days.map(({ day }) => day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(daysAgo))
  expect(week.days.at(-1)).toEqual({ day: daysAgo(0), views: 2, viewsBefore: 1, offersSent: 2 })
  expect(week.days[0]).toMatchObject({ views: 1, viewsBefore: 0 })
})

it('the reply time is the median from the first unanswered message to the answer', async () => {
  const vendor = await market.member('vendor')
  const thread = async (minutes: [by: 'client' | 'vendor', at: number][]) => {
    const dprId = await postDpr(client)
    await sendOffer(vendor, dprId)
    await withSystemRole(async (tx) => {
      const parties = { client: client.organization.id, vendor: vendor.organization.id }
      const { id } = await tx
        .insertInto('conversations')
        .values({ dpr_id: dprId, ...parties, vendor_at: new Date() })
        .onConflict((conflict) =>
          conflict.columns(['dpr_id', 'vendor']).doUpdateSet({ vendor_at: new Date() }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const [by, at] of minutes)
        await tx
          .insertInto('messages')
          .values({
            conversation_id: id,
            ...parties,
            sender: parties[by],
            body: 'Hello',
            created_at: new Date(Date.now() - DAY_MS + at * MINUTE_MS),
          })
          .execute()
    })
  }
  await thread([
    ['vendor', 0], // not an answer
    ['client', 5],
    ['client', 10], // the first one counts
    ['vendor', 35],
    ['vendor', 90], // answered already
  ])
  await thread([
    ['client', 0],
    ['vendor', 10],
    ['client', 20],
    ['vendor', 70],
    ['client', 80], // still waits
  ])
  const { week } = await vendor.api.dashboards.vendor()
  expect(week.medianReplyMinutes).toBeCloseTo(30) // of 10, 30 and 50
})

it('deliveries due come with the earliest first, and money released this month is told apart', async () => {
  const vendor = await market.member('vendor')
  const early = await fundedDeal(client, vendor, 100_000n)
  const late = await fundedDeal(client, vendor, 200_000n)
  await withSystemRole((tx) =>
    tx
      .updateTable('contracts')
      .set({ funded_at: new Date(Date.now() - 5 * DAY_MS), timeline_days: 10 })
      .where('id', '=', early.contractId)
      .execute(),
  )
  const done = await fundedDeal(client, vendor, 300_000n)
  await deliver(market, done.contractId)
  await release(market, client, done.contractId)
  const overview = await vendor.api.dashboards.vendor()
  expect(overview.earnedThisMonthCents).toBe(300_000n)
  expect(overview.deliveries).toMatchObject([
    { contractId: early.contractId, elapsedPercent: 50, reason: null },
    { contractId: late.contractId, elapsedPercent: 0 },
  ])
})

it('another vendor cannot see any of it', async () => {
  const other = await market.member('vendor')
  const { week, deliveries } = await other.api.dashboards.vendor()
  expect(week).toMatchObject({ views: 0, offersSent: 0, medianReplyMinutes: null })
  expect(deliveries).toEqual([])
  await expectRefusal(client.api.dashboards.vendor(), 'not_permitted')
})
