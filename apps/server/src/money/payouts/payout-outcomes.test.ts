import { expect, it } from 'vitest'
import { actionsOn } from '../../../testing/fixtures/audit-log.ts'
import { runBank } from '../../../testing/fixtures/bank-account-fixtures.ts'
import { balances, expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import { bankingForm } from '../../../testing/fixtures/payout-fixtures.ts'
import { firstOf, later, usePayoutMarket } from '../../../testing/fixtures/payout-run-fixtures.ts'
import { isLong } from '../../../testing/test-length.ts'
import { system } from '../../platform/database/db.ts'
import { payVendor } from './service.ts'

const { market, staff, run, vendorWith, earn, balanceOf, tell } = await usePayoutMarket()

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

it('many runs at once pay once', { tags: 'scaled' }, async () => {
  const vendor = await vendorWith()
  await earn(vendor)
  const now = later()
  const payOnce = () =>
    market.platform.db.transaction(system, (tx) =>
      payVendor({ tx, now, platform: market.platform }, vendor.organization.id),
    )
  const sent = await Promise.all(Array.from({ length: isLong ? 50 : 10 }, payOnce))
  expect(sent.filter(Boolean)).toHaveLength(1)
  expect((await vendor.api.payouts.list({})).items).toHaveLength(1)
  expect(await balanceOf(vendor, 'payout_transit')).toBe(100_000n)
})

it('a payout and a change of the account at once: the old account is paid, or the new one is held', {
  tags: 'long',
}, async () => {
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

it('a return and further payouts at once lose and make nothing', { tags: 'long' }, async () => {
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
