import { afterEach, expect, it } from 'vitest'
import {
  agree,
  balances,
  bankAccount,
  deliver,
  expectRefusal,
  expectSoundLedger,
  fund,
  fundedDeal,
  pay,
  postDpr,
  race,
  release,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { type Claims, system } from '../../platform/database/db.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  stranger: 'client',
})
afterEach(() => expectSoundLedger(market))

/** Asserts that the work is refused and that no balance moves. */
async function expectNoMoney(
  work: () => Promise<unknown>,
  code: Parameters<typeof expectRefusal>[1],
) {
  const before = await balances(market)
  await expectRefusal(work(), code)
  expect(await balances(market)).toEqual(before)
}

it('checkout shows amount, fee and total before money moves', async () => {
  const { offerId, contractId } = await agree(client, vendor, 1_850_000n)
  expect(await client.api.payments.checkout({ offerId })).toMatchObject({
    contractId,
    contractStatus: 'awaiting_payment',
    amountCents: 1_850_000n,
    feeCents: 46_250n,
    totalCents: 1_896_250n,
  })
})

it('funding puts the price in escrow, starts the work and tells the vendor', async () => {
  const { dprId, offerId, contractId } = await agree(client, vendor, 1_850_000n)
  expect(await fund(client, offerId)).toEqual({
    contractId,
    heldCents: 1_850_000n,
    feeCents: 46_250n,
  })
  expect(await client.api.contracts.get({ contractId })).toMatchObject({
    status: 'in_progress',
    stage: 'data_collection',
    heldCents: 1_850_000n,
    releasedCents: 0n,
    progressPercent: 25,
  })
  expect((await client.api.dprs.get({ dprId })).status).toBe('accepted')
  const ledger = await balances(market)
  expect(ledger.get(`escrow:${contractId}`)).toBe(1_850_000n)
  expect(ledger.get(`fee_deferred:${contractId}`)).toBe(46_250n)
  const { items } = await vendor.api.notifications.list({})
  expect(items[0]!.message).toMatch(/^Funds have been placed in escrow/)
  const mails = await market.platform.db.transaction(system, (tx) =>
    tx.selectFrom('app.mails').select('text_body').where('recipient', '=', vendor.email).execute(),
  )
  expect(mails.some((mail) => mail.text_body.includes('Funds have been placed in escrow'))).toBe(
    true,
  )
})

it('of the bank account, no more is kept than its holder, bank and last four digits', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const payment = await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('payments')
      .selectAll()
      .where('contract_id', '=', contractId)
      .executeTakeFirstOrThrow(),
  )
  expect(payment).toMatchObject({ last4: '6789', bank_name: 'First Bank', method: 'ACH' })
  expect(Object.values(payment).map(String)).not.toContain(bankAccount.accountNumber)
})

it('no value in the bank fields is refused, and a short number leaves no trace', async () => {
  const { offerId, contractId } = await agree(client, vendor)
  const odd = { accountHolderName: '', accountNumber: '1234', routingNumber: 'x', bankName: '' }
  await client.api.payments.fund({ offerId, bankAccount: odd, accepted: client.accepted })
  const { last4 } = await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('payments')
      .select('last4')
      .where('contract_id', '=', contractId)
      .executeTakeFirstOrThrow(),
  )
  expect(last4).toBe('')
})

it('a second funding is refused and charges nothing', async () => {
  const { offerId } = await fundedDeal(client, vendor)
  await expectNoMoney(() => pay(client, offerId), 'already_funded')
})

it('parallel fundings charge once', async () => {
  const { offerId, contractId } = await agree(client, vendor, 500_000n)
  const { wins, codes } = await race(8, () => pay(client, offerId))
  expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['already_funded']) })
  await client.settle()
  expect((await balances(market)).get(`escrow:${contractId}`)).toBe(500_000n)
})

it('an offer that is not accepted cannot be paid', async () => {
  const pending = await sendOffer(vendor, await postDpr(client))
  await expectNoMoney(() => fund(client, pending), 'offer_not_accepted')
  await expectRefusal(client.api.payments.checkout({ offerId: pending }), 'offer_not_accepted')
  await client.api.offers.reject({ offerId: pending })
  await expectNoMoney(() => fund(client, pending), 'offer_not_accepted')
})

it('payment without the terms is refused', async () => {
  const { offerId } = await agree(client, vendor)
  await expectNoMoney(
    () => client.api.payments.fund({ offerId, bankAccount, accepted: {} }),
    'legal_not_accepted',
  )
})

it('nobody but its client can see a checkout or pay', async () => {
  const { offerId } = await agree(client, vendor)
  await expectNoMoney(() => fund(stranger, offerId), 'not_found')
  await expectNoMoney(() => fund(vendor, offerId), 'not_permitted')
  const visitor = { ...client, api: market.visitor }
  await expectNoMoney(() => fund(visitor, offerId), 'sign_in_required')
  await expectRefusal(stranger.api.payments.checkout({ offerId }), 'not_found')
  await expectRefusal(vendor.api.payments.checkout({ offerId }), 'not_permitted')
  await expectRefusal(market.visitor.payments.checkout({ offerId }), 'sign_in_required')
})

it('release pays the vendor what is held, earns the fee and completes the trade', async () => {
  const { dprId, contractId } = await fundedDeal(client, vendor, 1_850_000n)
  await deliver(market, contractId)
  const before = await balances(market)
  expect(await release(market, client, contractId)).toEqual({ releasedCents: 1_850_000n })
  const after = await balances(market)
  const change = (code: string) => (after.get(code) ?? 0n) - (before.get(code) ?? 0n)
  expect(change(`payable:${vendor.organization.id}`)).toBe(1_850_000n)
  expect(change('fee_revenue')).toBe(46_250n)
  expect(change('cash_trust')).toBe(0n)
  expect(after.get(`escrow:${contractId}`)).toBe(0n)
  expect((await client.api.dprs.get({ dprId })).status).toBe('completed')
  expect(await vendor.api.contracts.get({ contractId })).toMatchObject({
    status: 'completed',
    heldCents: 0n,
    releasedCents: 1_850_000n,
    progressPercent: 100,
  })
  expect((await vendor.api.notifications.list({})).items[0]!.title).toBe('Escrow released')
})

it('a second release is refused and pays nothing', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  await deliver(market, contractId)
  await release(market, client, contractId)
  await expectNoMoney(() => release(market, client, contractId), 'already_released')
})

it('parallel releases pay once', async () => {
  const { contractId } = await fundedDeal(client, vendor, 700_000n)
  await deliver(market, contractId)
  const payable = `payable:${vendor.organization.id}`
  const before = (await balances(market)).get(payable)!
  const { wins, codes } = await race(8, () => release(market, client, contractId))
  expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['already_released']) })
  expect((await balances(market)).get(payable)).toBe(before + 700_000n)
})

it('nothing is released before the delivery', async () => {
  const { contractId } = await agree(client, vendor)
  await expectNoMoney(() => release(market, client, contractId), 'not_awaiting_review')
  const funded = await fundedDeal(client, vendor)
  await expectNoMoney(() => release(market, client, funded.contractId), 'not_awaiting_review')
})

it('nobody but its client can release escrow', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  await deliver(market, contractId)
  await expectNoMoney(() => release(market, stranger, contractId), 'not_found')
  await expectNoMoney(() => release(market, vendor, contractId), 'not_permitted')
  const both = await market.member('both')
  const theirs = await fundedDeal(client, both)
  await deliver(market, theirs.contractId)
  await expectNoMoney(() => release(market, both, theirs.contractId), 'not_found')
})

it('a payment row cannot be read by its vendor or a stranger, nor written by anyone', async () => {
  await fundedDeal(client, vendor)
  const { db } = market.platform
  for (const [person, visible] of [
    [client, true],
    [vendor, false],
    [stranger, false],
  ] as const) {
    const claims: Claims = {
      role: 'authenticated',
      sub: person.userId,
      org_ids: [person.organization.id],
    }
    const rows = await db.transaction(claims, (tx) =>
      tx.selectFrom('payments').select('id').execute(),
    )
    expect(rows.length > 0).toBe(visible)
    await expect(
      db.transaction(claims, (tx) => tx.updateTable('payments').set({ last4: '' }).execute()),
    ).rejects.toMatchObject({ code: '42501' })
  }
})

it('a suspended vendor is paid for no new contract; a running one can be paid, and the rest once it may sell again', async () => {
  const staff = await market.staff()
  const suspended = await market.member('vendor')
  const { id } = suspended.organization
  const { offerId, contractId } = await agree(client, suspended)
  const running = await agree(client, suspended)
  const returning = { ...bankAccount, accountNumber: '000123459010' }
  await client.api.payments.fund({
    ...{ offerId: running.offerId, accepted: client.accepted },
    bankAccount: returning,
  })
  await client.settle()
  await client.settle('returned')
  await staff.api.admin.organizations.suspend({ id, reason: 'Fraud' })
  expect(await client.api.payments.checkout({ offerId })).toMatchObject({
    isVendorSuspended: true,
    reason: 'funding',
  })
  await expectNoMoney(() => fund(client, offerId), 'vendor_not_selling')
  expect((await client.api.contracts.get({ contractId })).status).toBe('awaiting_payment')
  await fund(client, running.offerId)
  await staff.api.admin.organizations.activate({ id })
  await fund(client, offerId)
})
