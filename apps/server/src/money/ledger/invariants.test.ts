/**
 * Tests that each invariant detects the violation planted for it. Planting requires the owner of
 * the database, with triggers off.
 */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import {
  agree,
  type Deal,
  deliver,
  expectSoundLedger,
  fundedDeal,
  pay,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { bankingForm } from '../../../testing/fixtures/payout-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { runPayouts } from '../payouts/service.ts'
import { account, findStuckBalances, foldBalances, post, verifyLedger } from './service.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
let held: Deal
let released: Deal
let pending: Deal
beforeAll(async () => {
  held = await fundedDeal(client, vendor, 1_850_000n)
  released = await fundedDeal(client, vendor, 500_000n)
  await deliver(market, released.contractId)
  await release(market, client, released.contractId)
  const admin = await market.colleague(vendor, 'administrator')
  await admin.api.banking.save({ ...bankingForm('6789'), revision: 0 })
  await runPayouts(market.platform, new Date(Date.now() + 8 * 86_400_000))
  pending = await agree(client, vendor, 250_000n)
  await pay(client, pending.offerId)
  await market.platform.db.transaction(system, foldBalances)
})

/** Returns the check's findings after the statements, which are then rolled back. */
async function foundAfter(statements: string): Promise<string[]> {
  const found: { lines?: string[] } = {}
  const planted = market.platform.db.transaction(system, async (tx) => {
    await sql`reset role`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements.split(';\n')) await sql.raw(statement).execute(tx)
    found.lines = await verifyLedger(tx)
    throw new Error('undone')
  })
  await expect(planted).rejects.toThrow('undone')
  return found.lines!
}

const accountId = (code: string) => `(select id from ledger.account where code = '${code}')`
const of = (deal: () => Deal, kind: string) => () => accountId(`${kind}:${deal().contractId}`)
const heldDeal = () => held
const releasedDeal = () => released

/** Moves a cent between two accounts in the balances alone. */
const moveCent = (from: string, to: string) =>
  `update ledger.balance set debits = debits + 1, version = version + 1 where account_id = ${from};
update ledger.balance set credits = credits + 1, version = version + 1 where account_id = ${to}`

it('all is well to begin with', () => expectSoundLedger(market))

it.each<[string, () => string, string]>([
  [
    'I1: a balance one cent off',
    () =>
      `update ledger.balance set credits = credits + 1 where account_id = ${of(heldDeal, 'escrow')()}`,
    'a balance is the sum of its movements: escrow:',
  ],
  [
    'I1: a deferred balance one cent off',
    () =>
      `update ledger.balance set debits = debits + 1 where account_id = ${accountId('cash_trust')}`,
    'a balance is the sum of its movements: cash_trust',
  ],
  [
    'I1: an account whose balance is on the other side',
    () =>
      `update ledger.balance set normal = -normal where account_id = ${accountId('suspense')} or account_id = ${accountId('cash_trust')}`,
    'an account has a balance on its own side: cash_trust',
  ],
  [
    'I2: a leg that starts from another balance',
    () =>
      `update ledger.movement set cr_after = cr_after + 1 where cr = ${of(heldDeal, 'escrow')()}`,
    'versions have no gaps, and each leg starts from the balance before it: escrow:',
  ],
  [
    'I2: a version left out',
    () =>
      `update ledger.movement set cr_version = cr_version + 1 where cr = ${of(heldDeal, 'escrow')()}`,
    'versions have no gaps',
  ],
  [
    'I2: a leg without a version on a strict account',
    () =>
      `update ledger.movement set cr_version = null, cr_after = null where cr = ${of(heldDeal, 'escrow')()}`,
    'a leg fits the mode of its accounts',
  ],
  [
    'I3: more debits than credits',
    () =>
      `update ledger.balance set debits = debits + 1 where account_id = ${accountId('cash_trust')}`,
    'debits equal credits',
  ],
  [
    'I3: an account overdrawn',
    () => `alter table ledger.balance drop constraint balance__no_overdraft;
${moveCent(of(releasedDeal, 'escrow')(), accountId('fee_revenue'))}`,
    'every account is on its own side: escrow:',
  ],
  [
    'I4: trust money that is nobody’s',
    () => moveCent(of(heldDeal, 'escrow')(), accountId('clearing_cash_in')),
    'the trust account holds what the platform owes',
  ],
  [
    'I4: a payment pending with the bank alone',
    () => moveCent(accountId('fee_revenue'), accountId('clearing_cash_in')),
    'what the bank has yet to settle is what contracts wait for',
  ],
  [
    'I5: escrow that left for the platform’s own account',
    () =>
      `update ledger.movement set cr = ${accountId('fee_revenue')} where dr = ${of(releasedDeal, 'escrow')()}`,
    'what was paid into a contract is held, frozen, released, refunded or returned',
  ],
  [
    'I5: a fee that left for the vendor',
    () =>
      `update ledger.movement set cr = ${accountId(`payable:${vendor.organization.id}`)} where dr = ${of(releasedDeal, 'fee_deferred')()}`,
    'the fee on a contract is held, earned, refunded or returned',
  ],
  [
    'I5: one contract’s money moved by another’s entry',
    () =>
      `update ledger.entry set contract_id = '${held.contractId}' where contract_id = '${released.contractId}' and kind = 'release'`,
    "a contract's accounts are moved by its own entries",
  ],
  [
    'I5: a payment that brought another amount',
    () =>
      `update payments set amount_cents = amount_cents + 1 where contract_id = '${held.contractId}'`,
    'a contract has what its payments brought',
  ],
  [
    'I6: a tranche that says more than is held',
    () =>
      `update tranches set amount_cents = amount_cents + 1 where contract_id = '${held.contractId}'`,
    'a contract is divided into tranches as its money is',
  ],
  [
    'I6: a tranche released without its money',
    () =>
      `update tranches set state = 'released', released_cents = amount_cents where contract_id = '${held.contractId}'`,
    'a contract is divided into tranches as its money is',
  ],
  [
    'I6: a tranche frozen without a dispute',
    () => `update tranches set state = 'frozen' where contract_id = '${held.contractId}'`,
    'a contract is divided into tranches as its money is',
  ],
  [
    'a contract completed with money in escrow',
    () =>
      `update contracts set status = 'completed', stage = null, delivered_at = now(), completed_at = now() where id = '${held.contractId}'`,
    'a contract says what its money says',
  ],
  [
    'a contract cancelled while the bank has its payment',
    () =>
      `update contracts set status = 'cancelled', stage = null, cancelled_at = now() where id = '${pending.contractId}'`,
    'a contract says what its money says',
  ],
  [
    'I7: an entry without legs',
    () =>
      `delete from ledger.movement where entry_id in (select id from ledger.entry where kind = 'release')`,
    'an entry has legs',
  ],
  [
    'I7: an entry that nobody was told of',
    () => `delete from ledger.outbox where topic = 'ledger.release'`,
    'an entry has an outbox row',
  ],
  [
    'an account named after something else',
    () => `update ledger.account set code = code || 'x' where id = ${of(heldDeal, 'escrow')()}`,
    'an account is kept for what it is named after',
  ],
  [
    'I9: an instruction for another amount',
    () => `update bank_instructions set amount_cents = amount_cents + 1 where state = 'settled'`,
    'a payment is where the bank has it',
  ],
  [
    'I9: a payment settled that the bank has not',
    () => `update bank_instructions set state = 'submitted' where state = 'settled'`,
    'a payment is where the bank has it',
  ],
  [
    'I9: a payment that the bank never heard of',
    () => `delete from bank_instructions where state = 'settled'`,
    'a payment is where the bank has it',
  ],
  [
    'I9: a payout of another amount than the bank was told',
    () => `update payouts set amount_cents = amount_cents + 1`,
    'a payout is what the bank was told',
  ],
  [
    'I9: a payout said to be paid whose money is in transit',
    () => `update payouts set state = 'paid', paid_at = now()`,
    'what is in transit is on its way: payout_transit:',
  ],
  [
    'I9: an instruction for nothing',
    () => `insert into bank_instructions (key, kind, organization, amount_cents, description, provider)
values ('payment:' || uuidv7(), 'debit', '${client.organization.id}', 1, 'd', 'built_in')`,
    'an instruction to the bank is for something',
  ],
  [
    'I9: settled at the bank, and not in the books',
    () => `update ledger.entry set idem_key = idem_key || 'x' where kind = 'settle'`,
    'what the bank settled is in the books once',
  ],
])('finds %s', async (_, statements, rule) => {
  const found = await foundAfter(statements())
  expect(found.filter((line) => line.startsWith(rule))).not.toEqual([])
})

it('I8: reports what the bank has had for too long, and fees swept that were given back', async () => {
  const { db, config } = market.platform
  const stuck = (now: Date) => db.transaction(system, (tx) => findStuckBalances(tx, now, config))
  expect(await stuck(new Date())).toEqual([])
  const found = await stuck(new Date(Date.now() + 400 * 86_400_000))
  expect(found.sort()).toMatchObject([
    expect.stringMatching(/^payment:.* is at the bank since/),
    expect.stringMatching(/^payout:.* is at the bank since/),
  ])
  const sweep = {
    organizationId: null,
    key: 'sweep',
    kind: 'sweep' as const,
    contractId: null,
    effectiveAt: new Date(),
    legs: [{ dr: account.cashOperating, cr: account.cashTrust, amountCents: 12_501n }],
  }
  await db.transaction(system, (tx) => post(tx, sweep))
  expect(await stuck(new Date())).toEqual([expect.stringMatching(/^fees swept/)])
  await expectSoundLedger(market)
})
