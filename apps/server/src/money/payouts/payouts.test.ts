import { expect, it } from 'vitest'
import { runBank } from '../../../testing/fixtures/bank-account-fixtures.ts'
import { expectRefusal, expectRefusals } from '../../../testing/fixtures/deal-fixtures.ts'
import { bankingForm } from '../../../testing/fixtures/payout-fixtures.ts'
import { firstOf, later, usePayoutMarket } from '../../../testing/fixtures/payout-run-fixtures.ts'
import { system } from '../../platform/database/db.ts'
import { runPayouts } from './service.ts'

const { market, client, staff, run, vendorWith, earn, balanceOf } = await usePayoutMarket()

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
  await expectRefusal(vendor.api.payouts.setSchedule({ cadence: 'daily' }), 'role_missing')
  await expectRefusal(client.api.payouts.setSchedule({ cadence: 'daily' }), 'role_missing')
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

it('a suspended organization is not paid', { tags: 'long' }, async () => {
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
