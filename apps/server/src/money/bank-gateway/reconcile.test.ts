import { afterAll, beforeEach, expect, it } from 'vitest'
import { runBank } from '../../../testing/fixtures/bank-account-fixtures.ts'
import { accountEnding, sideAt } from '../../../testing/fixtures/bank-fixtures.ts'
import {
  agree,
  balances,
  bankAccount,
  expectSoundLedger,
  fundedDeal,
  pay,
} from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { onBankOutcome } from '../../jobs.ts'
import { findHold, insertRestore } from '../../platform/backup/restores.ts'
import { system } from '../../platform/database/db.ts'
import { account, post } from '../ledger/service.ts'
import { reconcile, reconcileDay } from './reconcile.ts'
import { countOpenBreaks, listBreaks, listStatements, resolveBreak } from './service.ts'
import { listUnreadDays } from './statement-queries.ts'

const markets: Market[] = []
let market: Market
let client: Person
let vendor: Person
beforeEach(async () => {
  market = await openTestMarket()
  markets.push(market)
  client = await market.member('client')
  vendor = await market.member('vendor')
})
afterAll(() => Promise.all(markets.map((one) => one.close())))

const DAY_MS = 86_400_000
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const query = (text: string) => market.platform.db.pool.query(text)
const inSystem = <T>(work: Parameters<typeof market.platform.db.transaction<T>>[1]) =>
  market.platform.db.transaction(system, work)

const sideOf = (now = new Date()) => sideAt(market.platform, onBankOutcome, now)

/** The day of the only transfer. */
async function bookedDay(): Promise<string> {
  const { rows } = await query('select settles_at from built_in_bank.transfers')
  return dayOf(rows[0].settles_at)
}

const suspense = async () => (await balances(market)).get(account.suspense) ?? 0n
const cash = async () => -((await balances(market)).get(account.cashTrust) ?? 0n)

it('a day on which both agree is stored with its sums, and tells nobody', async () => {
  const staff = await market.staff()
  await fundedDeal(client, vendor, 1_850_000n)
  const day = await bookedDay()
  expect(await reconcileDay(sideOf(), day)).toEqual([])
  expect((await inSystem((tx) => listStatements(tx, { limit: 10 }))).items).toMatchObject([
    {
      provider: 'built_in',
      day,
      lines: 1,
      matched: 1,
      statement_cents: 1_896_250n,
      ledger_cents: 1_896_250n,
    },
  ])
  expect((await staff.api.notifications.list({ limit: 10 })).items).toEqual([])
  await expectSoundLedger(market)
})

it('a day of settlements, failures, late returns and refunds agrees to the cent', {
  tags: 'long',
}, async () => {
  for (const ending of ['6789', '9001', '9010', '9113', '9200', '9300', '9302', '9402']) {
    const { offerId, contractId } = await agree(client, vendor, 1_850_000n)
    await client.api.payments.fund({
      offerId,
      bankAccount: { ...bankAccount, accountNumber: accountEnding(ending).accountNumber },
      accepted: client.accepted,
    })
    await runBank(market, { upTo: 'settled' })
    if (['6789', '9402'].includes(ending)) await client.api.payments.cancel({ contractId })
  }
  await runBank(market)
  expect(await reconcileDay(sideOf(), await bookedDay())).toEqual([])
  const [day] = (await inSystem((tx) => listStatements(tx, { limit: 10 }))).items
  expect(day).toMatchObject({ lines: 6 + 2 + 1, matched: 9, statement_cents: await cash() })
  await expectSoundLedger(market)
})

it('one cent too much at the bank is found, put in suspense and told to staff, once', async () => {
  const staff = await market.staff()
  await fundedDeal(client, vendor, 1_850_000n)
  const day = await bookedDay()
  await query('update built_in_bank.transfers set amount_cents = amount_cents + 1')
  const found = await reconcileDay(sideOf(), day)
  expect(found).toMatchObject([
    {
      kind: 'amount_differs',
      type: 'settled',
      statement_cents: 1_896_251n,
      ledger_cents: 1_896_250n,
      difference_cents: 1n,
      state: 'open',
    },
  ])
  expect([await cash(), await suspense()]).toEqual([1_896_251n, 1n])
  await Promise.all([reconcileDay(sideOf(), day), reconcileDay(sideOf(), day)])
  expect([await cash(), await suspense()]).toEqual([1_896_251n, 1n])
  const { items } = await staff.api.notifications.list({ limit: 10 })
  expect(items.map(({ title, path }) => [title, path])).toEqual([
    ['Bank statement differs', '/admin/ledger'],
  ])
  await expectSoundLedger(market)
})

it('one cent too little at the bank goes the other way', { tags: 'long' }, async () => {
  await fundedDeal(client, vendor, 1_850_000n)
  await query('update built_in_bank.transfers set amount_cents = amount_cents - 1')
  await reconcileDay(sideOf(), await bookedDay())
  expect([await cash(), await suspense()]).toEqual([1_896_249n, -1n])
})

it('a settlement that nobody was told of is missing here until the notice comes', async () => {
  const { offerId } = await agree(client, vendor, 1_850_000n)
  await pay(client, offerId)
  await runBank(market, { upTo: 'submitted' })
  const day = await bookedDay()
  expect(await reconcileDay(sideOf(), day)).toMatchObject([
    { kind: 'missing_here', statement_cents: 1_896_250n, ledger_cents: 0n },
  ])
  expect([await cash(), await suspense()]).toEqual([1_896_250n, 1_896_250n])
  await runBank(market)
  expect(await cash()).toBe(2n * 1_896_250n)
  const nextMorning = new Date(Date.parse(day) + 1.3 * DAY_MS)
  await Promise.all([reconcile(sideOf(nextMorning)), reconcile(sideOf(nextMorning))])
  expect([await cash(), await suspense()]).toEqual([1_896_250n, 0n])
  expect((await inSystem((tx) => listBreaks(tx, { limit: 10 }))).items).toMatchObject([
    { state: 'resolved', resolution: 'The bank told of it later.' },
  ])
  await expectSoundLedger(market)
})

it('a settlement that is not on the statement is missing there', { tags: 'long' }, async () => {
  await fundedDeal(client, vendor, 1_850_000n)
  const day = await bookedDay()
  await query('delete from built_in_bank.notices')
  await query('delete from built_in_bank.transfers')
  expect(await reconcileDay(sideOf(), day)).toMatchObject([
    { kind: 'missing_there', statement_cents: 0n, ledger_cents: 1_896_250n },
  ])
  expect([await cash(), await suspense()]).toEqual([0n, -1_896_250n])
})

it('cash in the ledger that no instruction explains differs in sum', { tags: 'long' }, async () => {
  await fundedDeal(client, vendor, 1_850_000n)
  const day = await bookedDay()
  await inSystem((tx) =>
    post(tx, {
      organizationId: null,
      key: 'adjustment:by-mistake',
      kind: 'adjustment',
      contractId: null,
      effectiveAt: new Date(day),
      legs: [
        {
          dr: account.cashTrust,
          cr: account.payable(vendor.organization.id),
          amountCents: 5n,
        },
      ],
    }),
  )
  expect(await reconcileDay(sideOf(), day)).toMatchObject([
    { kind: 'sum_differs', type: null, key: null, difference_cents: -5n },
  ])
  expect([await cash(), await suspense()]).toEqual([1_896_250n, -5n])
})

it('every finished day is compared once, from the first booking on and after a pause', {
  tags: 'long',
}, async () => {
  await fundedDeal(client, vendor, 1_850_000n)
  const first = Date.parse(await bookedDay())
  const read = async () =>
    (await inSystem((tx) => listStatements(tx, { limit: 100 }))).items.map(({ day }) => day)
  await reconcile(sideOf(new Date(first + 0.9 * DAY_MS)))
  expect(await read()).toEqual([])
  await reconcile(sideOf(new Date(first + 1.1 * DAY_MS)))
  expect(await read()).toEqual([dayOf(new Date(first))])
  await reconcile(sideOf(new Date(first + 3.5 * DAY_MS)))
  await reconcile(sideOf(new Date(first + 3.6 * DAY_MS)))
  expect(await read()).toEqual([2, 1, 0].map((days) => dayOf(new Date(first + days * DAY_MS))))
  await reconcile(sideOf(new Date(first + 100.5 * DAY_MS)))
  expect((await read()).length).toBe(3 + 31)
})

it('without any booking there is nothing to compare', async () => {
  await reconcile(sideOf())
  expect((await inSystem((tx) => listStatements(tx, { limit: 10 }))).items).toEqual([])
})

it('breaks come in pages, newest first, and each is resolved once', { tags: 'long' }, async () => {
  for (let i = 0; i < 3; i++) await fundedDeal(client, vendor, 1_850_000n)
  await query('update built_in_bank.transfers set amount_cents = amount_cents + 1')
  await reconcileDay(sideOf(), await bookedDay())
  const first = await inSystem((tx) => listBreaks(tx, { state: 'open', limit: 2 }))
  const cursor = first.nextCursor!
  const second = await inSystem((tx) => listBreaks(tx, { state: 'open', limit: 2, cursor }))
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(3)
  expect(second.nextCursor).toBeNull()
  const { id } = first.items[0]!
  const resolve = () => inSystem((tx) => resolveBreak(tx, id, 'The bank’s fee', new Date()))
  const results = await Promise.all([resolve(), resolve(), resolve()])
  expect(results.filter((row) => row !== null)).toHaveLength(1)
  expect(await inSystem(countOpenBreaks)).toBe(2)
})

it('after a restore the statements of the days lost are read again, and the rest is named', {
  tags: 'long',
}, async () => {
  await fundedDeal(client, vendor)
  const now = new Date()
  await reconcile(sideOf(now)) // read before the restore: says nothing about the time lost
  await inSystem((tx) => insertRestore(tx, new Date(now.getTime() - 2 * DAY_MS)))
  const unread = () =>
    inSystem(async (tx) => listUnreadDays(tx, 'built_in', (await findHold(tx))!, now))
  const [before, yesterday, today] = [2, 1, 0].map((days) =>
    dayOf(new Date(now.getTime() - days * DAY_MS)),
  )
  expect(await unread()).toEqual([before, yesterday, today])
  const later = new Date(Date.now() + 1000)
  await reconcile(sideOf(later))
  expect(await unread()).toEqual([today])
  await reconcile(sideOf(new Date(later.getTime() + DAY_MS)))
  expect(await unread()).toEqual([])
})
