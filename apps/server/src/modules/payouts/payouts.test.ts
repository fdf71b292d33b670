import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { actionsOn } from '../../../testing/audit-log.ts'
import { runBank } from '../../../testing/bank.ts'
import {
  balances,
  deliver,
  expectRefusal,
  expectRefusals,
  expectSoundLedger,
  fundedDeal,
  release,
} from '../../../testing/deals.ts'
import { type Market, openTestMarket, type Person } from '../../../testing/market.ts'
import { bankingForm, expectPayoutsAddUp } from '../../../testing/payouts.ts'
import { system } from '../../platform/db.ts'
import { applyPayoutOutcome, payVendor, runPayouts } from './service.ts'

let market: Market
let client: Person
let staff: Awaited<ReturnType<Market['staff']>>
beforeAll(async () => {
  market = await openTestMarket({ bankDaySeconds: 86_400 })
  client = await market.member('client')
  staff = await market.staff()
})
afterEach(async () => {
  await expectSoundLedger(market)
  await expectPayoutsAddUp(market)
})
afterAll(() => market.close())

const DAY_MS = 86_400_000
/** More than a week ahead, so that every schedule has had its day. */
const later = (days = 8) => new Date(Date.now() + days * DAY_MS)
const run = (now = later()) => runPayouts(market.platform, now)

async function vendorWith(ending: string | null = '6789') {
  const vendor = await market.member('vendor')
  const admin = await market.colleague(vendor, 'administrator')
  if (ending) await admin.api.banking.save({ ...bankingForm(ending), revision: 0 })
  return { ...vendor, admin }
}

async function earn(vendor: Person, cents = 100_000n) {
  const deal = await fundedDeal(client, vendor, cents)
  await deliver(market, deal.contractId)
  await release(market, client, deal.contractId)
  return deal
}

const firstOf = async (vendor: Person) => (await vendor.api.payouts.list({})).items[0]
const balanceOf = async (vendor: Person, kind: 'payable' | 'payout_transit') =>
  (await balances(market)).get(`${kind}:${vendor.organization.id}`) ?? 0n

const tell = (key: string, outcome: 'settled' | 'failed' | 'returned', code: string | null) =>
  market.platform.db.transaction(system, (tx) =>
    applyPayoutOutcome({ tx, now: new Date(), platform: market.platform }, { key, outcome, code }),
  )

it('what is released is paid to the bank account, once, and is a fact per release', async () => {
  const vendor = await vendorWith()
  const one = await earn(vendor, 100_000n)
  const other = await earn(vendor, 50_001n)
  await run()
  expect(await firstOf(vendor)).toMatchObject({
    state: 'submitted',
    amountCents: 150_001n,
    accountLast4: '6789',
    failure: null,
  })
  expect(await balanceOf(vendor, 'payout_transit')).toBe(150_001n)
  expect(await vendor.api.payouts.overview()).toMatchObject({
    payableCents: 0n,
    inTransitCents: 150_001n,
  })
  await runBank(market)
  const paid = await firstOf(vendor)
  expect(paid).toMatchObject({ state: 'paid', attempt: 1 })
  expect(paid!.items).toEqual([
    { contractId: one.contractId, project: expect.any(String), amountCents: 100_000n },
    { contractId: other.contractId, project: expect.any(String), amountCents: 50_001n },
  ])
  expect(await balanceOf(vendor, 'payout_transit')).toBe(0n)
  const { items } = await vendor.api.earnings.list({})
  expect(items.map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect((await vendor.api.notifications.list({})).items[0]).toMatchObject({ title: 'Payout paid' })
  await run(later(30))
  expect((await vendor.api.payouts.list({})).items).toHaveLength(1)
})

it('nothing leaves before its day', async () => {
  const vendor = await vendorWith()
  await earn(vendor)
  await run(new Date())
  expect(await firstOf(vendor)).toBeUndefined()
  const { nextAt, payableCents } = await vendor.api.payouts.overview()
  expect(payableCents).toBe(100_000n)
  expect(nextAt!.getTime()).toBeGreaterThan(Date.now())
  await run(nextAt!)
  expect(await firstOf(vendor)).toMatchObject({ state: 'submitted' })
})

it('an administrator chooses the days; nobody else can', async () => {
  const vendor = await vendorWith()
  const { setSchedule } = vendor.admin.api.payouts
  expect((await vendor.api.payouts.overview()).schedule).toEqual({ cadence: 'weekly', weekday: 5 })
  await setSchedule({ cadence: 'monthly' })
  expect((await vendor.api.payouts.overview()).schedule).toEqual({ cadence: 'monthly' })
  await setSchedule({ cadence: 'weekly', weekday: 2 })
  expect((await vendor.api.payouts.overview()).schedule).toEqual({ cadence: 'weekly', weekday: 2 })
  await expectRefusal(setSchedule({ cadence: 'weekly', weekday: 6 }), 'bad_input')
  await expectRefusal(vendor.api.payouts.setSchedule({ cadence: 'daily' }), 'not_permitted')
  await expectRefusal(client.api.payouts.setSchedule({ cadence: 'daily' }), 'not_permitted')
  await expectRefusal(market.visitor.payouts.setSchedule({ cadence: 'daily' }), 'sign_in_required')
  expect((await vendor.api.payouts.overview()).schedule).toEqual({ cadence: 'weekly', weekday: 2 })
})

it('without a bank account nothing moves, and the vendor is asked for one, once a week', async () => {
  const vendor = await vendorWith(null)
  await earn(vendor)
  expect(await vendor.api.payouts.overview()).toMatchObject({
    obstacle: 'no_account',
    nextAt: null,
    account: null,
  })
  const asked = async () =>
    (await vendor.api.notifications.list({})).items.filter(
      ({ title }) => title === 'Bank account needed',
    ).length
  await run(later(8))
  await run(later(9))
  expect(await asked()).toBe(1)
  await run(later(16))
  expect(await asked()).toBe(2)
  expect(await balanceOf(vendor, 'payable')).toBe(100_000n)
  await vendor.admin.api.banking.save({ ...bankingForm('6789'), revision: 0 })
  await run(later(16))
  expect(await firstOf(vendor)).toMatchObject({ state: 'submitted' })
})

it('a vendor whom the payment provider cannot pay yet waits, and is told', async () => {
  const vendor = await vendorWith()
  await earn(vendor)
  const { platform } = market
  const config = { ...platform.config, stripe: {} as NonNullable<typeof platform.config.stripe> }
  await runPayouts({ ...platform, config }, later())
  expect(await firstOf(vendor)).toBeUndefined()
  expect((await vendor.api.notifications.list({})).items[0]!.title).toBe('Bank account needed')
  await run()
  expect(await firstOf(vendor)).toMatchObject({ state: 'submitted' })
})

it('a changed account waits until its hold is over', async () => {
  const vendor = await vendorWith()
  await vendor.admin.api.banking.save({ ...bankingForm('1111'), revision: 1 })
  await vendor.admin.api.payouts.setSchedule({ cadence: 'daily' })
  await earn(vendor)
  const { obstacle, holdUntil } = await vendor.api.payouts.overview()
  expect(obstacle).toBe('account_held')
  await run(new Date(holdUntil!.getTime() - 1))
  expect(await firstOf(vendor)).toBeUndefined()
  await run(later(8))
  expect(await firstOf(vendor)).toMatchObject({ state: 'submitted', accountLast4: '1111' })
})

it('a suspended organization is not paid', async () => {
  const vendor = await vendorWith()
  await earn(vendor)
  const suspend = (isActive: boolean) =>
    market.platform.db.transaction(system, (tx) =>
      tx
        .updateTable('organizations')
        .set({ is_active: isActive })
        .where('id', '=', vendor.organization.id)
        .execute(),
    )
  await suspend(false)
  await run()
  expect(await balanceOf(vendor, 'payable')).toBe(100_000n)
  await suspend(true)
  await run()
  expect(await balanceOf(vendor, 'payable')).toBe(0n)
})

it('a failed payout is tried three times, with all that is payable by then; then staff are told and can retry', async () => {
  const vendor = await vendorWith('9002')
  await earn(vendor)
  await run(later(8))
  await runBank(market)
  expect(await firstOf(vendor)).toMatchObject({ state: 'failed', attempt: 1 })
  expect((await firstOf(vendor))!.failure).toMatch(/account is closed/)
  expect(await balanceOf(vendor, 'payable')).toBe(100_000n)
  await earn(vendor, 1n + 99_999n)
  const { retryAt } = (await firstOf(vendor))!
  await run(new Date(retryAt!.getTime() - 1))
  expect(await firstOf(vendor)).toMatchObject({ attempt: 1 })
  for (const attempt of [2, 3]) {
    await run(later(60))
    expect(await firstOf(vendor)).toMatchObject({
      state: 'submitted',
      attempt,
      amountCents: 200_000n,
    })
    await runBank(market)
  }
  const stuck = (await firstOf(vendor))!
  expect(stuck).toMatchObject({ state: 'needs_attention', attempt: 3 })
  await run(later(90))
  expect(await firstOf(vendor)).toMatchObject({ state: 'needs_attention' })
  expect(await vendor.api.payouts.overview()).toMatchObject({ obstacle: 'needs_attention' })

  const { items } = await staff.api.payouts.listAttention({})
  expect(items).toMatchObject([{ id: stuck.id, failureCode: 'R02', amountCents: 200_000n }])
  expect((await staff.api.notifications.list({})).items[0]!.title).toBe('Payout needs attention')
  expect(await staff.api.payouts.retry({ payoutId: stuck.id })).toMatchObject({ state: 'failed' })
  expect(await actionsOn(market, `payout:${stuck.id}`)).toEqual(['payout.retry'])
  await expectRefusal(staff.api.payouts.retry({ payoutId: stuck.id }), 'payout_moved_on')
  await run(later(90))
  expect(await firstOf(vendor)).toMatchObject({ state: 'submitted', attempt: 4 })
  await runBank(market)
  expect(await firstOf(vendor)).toMatchObject({ state: 'needs_attention', attempt: 4 })

  await vendor.admin.api.banking.save({ ...bankingForm('2222'), revision: 1 })
  await run(later(99))
  await runBank(market)
  expect(await firstOf(vendor)).toMatchObject({ state: 'paid', attempt: 5, accountLast4: '2222' })
})

it('a payout that comes back is payable again, and waits for another account', async () => {
  const vendor = await vendorWith('9502')
  await earn(vendor)
  await run()
  await runBank(market)
  expect(await firstOf(vendor)).toMatchObject({ state: 'returned' })
  expect(await balanceOf(vendor, 'payable')).toBe(100_000n)
  expect((await vendor.api.earnings.list({})).items[0]!.status).toBe('processing')
  expect(await vendor.api.payouts.overview()).toMatchObject({ obstacle: 'account_refused' })
  await run(later(60))
  expect((await vendor.api.payouts.list({})).items).toHaveLength(1)
  await vendor.admin.api.banking.save({ ...bankingForm('3333'), revision: 1 })
  await run(later(60))
  await runBank(market)
  const { items } = await vendor.api.payouts.list({})
  expect(items.map(({ state }) => state).sort()).toEqual(['paid', 'returned'])
  expect((await vendor.api.earnings.list({})).items[0]!.status).toBe('paid')
})

it('each outcome counts once, and only where it fits', async () => {
  const vendor = await vendorWith()
  await earn(vendor)
  await run()
  const { id } = (await firstOf(vendor))!
  const before = await balances(market)
  await tell(`payout:${id}:1`, 'returned', 'R02')
  await tell(`payout:${id}:2`, 'settled', null)
  expect(await balances(market)).toEqual(before)
  await Promise.all(Array.from({ length: 10 }, () => tell(`payout:${id}:1`, 'settled', null)))
  await tell(`payout:${id}:1`, 'failed', 'R02')
  expect(await firstOf(vendor)).toMatchObject({ state: 'paid' })
  expect(await balanceOf(vendor, 'payout_transit')).toBe(0n)
})

it('50 runs at once pay once', async () => {
  const vendor = await vendorWith()
  await earn(vendor)
  const now = later()
  const payOnce = () =>
    market.platform.db.transaction(system, (tx) =>
      payVendor({ tx, now, platform: market.platform }, vendor.organization.id),
    )
  const sent = await Promise.all(Array.from({ length: 50 }, payOnce))
  expect(sent.filter(Boolean)).toHaveLength(1)
  expect((await vendor.api.payouts.list({})).items).toHaveLength(1)
  expect(await balanceOf(vendor, 'payout_transit')).toBe(100_000n)
})

it('a payout and a change of the account at once: the old account is paid, or the new one is held', async () => {
  const vendor = await vendorWith()
  await earn(vendor)
  const now = new Date((await vendor.api.payouts.overview()).nextAt!.getTime())
  await Promise.all([
    vendor.admin.api.banking.save({ ...bankingForm('4444'), revision: 1 }),
    ...Array.from({ length: 20 }, () => run(now)),
  ])
  const sent = await firstOf(vendor)
  if (sent) expect(sent.accountLast4).toBe('6789')
  else expect(await balanceOf(vendor, 'payable')).toBe(100_000n)
})

it('a return and further payouts at once lose and make nothing', async () => {
  const vendor = await vendorWith()
  await earn(vendor)
  await run()
  const { id } = (await firstOf(vendor))!
  await tell(`payout:${id}:1`, 'settled', null)
  await earn(vendor, 70_000n)
  await Promise.all([
    tell(`payout:${id}:1`, 'returned', 'R02'),
    ...Array.from({ length: 20 }, () => run(later(20))),
  ])
  const [payable, transit] = [
    await balanceOf(vendor, 'payable'),
    await balanceOf(vendor, 'payout_transit'),
  ]
  expect(payable + transit).toBe(170_000n)
  expect([70_000n, 170_000n, 0n]).toContain(transit)
})

it('another vendor, a client and a visitor see none of it; only staff see what needs attention', async () => {
  const vendor = await vendorWith()
  await earn(vendor)
  await run()
  const other = await market.member('vendor')
  expect((await other.api.payouts.list({})).items).toEqual([])
  expect((await other.api.payouts.overview()).payableCents).toBe(0n)
  const { id: payoutId } = (await firstOf(vendor))!
  await expectRefusals(
    [
      client.api.payouts.list({}),
      client.api.payouts.overview(),
      vendor.api.payouts.listAttention({}),
      vendor.api.payouts.retry({ payoutId }),
    ],
    'not_permitted',
  )
  await expectRefusals(
    [
      market.visitor.payouts.list({}),
      market.visitor.payouts.overview(),
      market.visitor.payouts.listAttention({}),
      market.visitor.payouts.retry({ payoutId }),
    ],
    'sign_in_required',
  )
  await expectRefusal(staff.api.payouts.retry({ payoutId }), 'payout_moved_on')
  await expectRefusal(
    staff.api.payouts.retry({ payoutId: '00000000-0000-4000-8000-000000000000' }),
    'not_found',
  )
  await expectRefusal(vendor.api.payouts.list({ cursor: 'x' }), 'bad_input')
})
