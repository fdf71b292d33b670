import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { expectRefusals, expectSoundLedger } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Market, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { audit } from '../../platform/security/audit.ts'
import { account, foldBalances, type Leg, post, verifyLedger } from '../ledger/service.ts'

const { market } = await useMarket({})
let staff: Awaited<ReturnType<Market['staff']>>
let vendor: Person
beforeAll(async () => {
  staff = await market.staff()
  vendor = await market.member('vendor')
  for (let day = 1; day <= 9; day++)
    await enter(new Date(Date.UTC(2026, 4, day, 12)), [
      { dr: account.cashTrust, cr: payable(), amountCents: BigInt(day) * 100n },
    ])
  await enter(new Date(Date.UTC(2026, 4, 10, 12)), [
    { dr: payable(), cr: account.cashTrust, amountCents: 400n },
  ])
})
afterEach(() => expectSoundLedger(market))

const payable = () => account.payable(vendor.organization.id)

const enter = (effectiveAt: Date, legs: Leg[]) =>
  market.platform.db.transaction(system, (tx) =>
    post(tx, {
      organizationId: vendor.organization.id,
      key: crypto.randomUUID(),
      kind: 'adjustment',
      contractId: null,
      effectiveAt,
      legs,
    }),
  )

const runJob = async (name: string) => await market.app.jobs[name]!({}, {} as never)

async function wholeStatement(code: string) {
  const lines = []
  let cursor: string | undefined
  do {
    const page = await staff.api.books.staff.statement({ code, limit: 3, cursor })
    lines.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return lines
}

it.each([
  ['an account with a balance row', () => payable()],
  ['an account whose balance is added up', () => 'cash_trust'],
])('the statement of %s runs down from today’s balance, page by page', async (_, code) => {
  const lines = await wholeStatement(code())
  expect(lines).toHaveLength(10)
  expect(lines.map(({ amountCents }) => amountCents)).toEqual([
    -400n,
    900n,
    800n,
    700n,
    600n,
    500n,
    400n,
    300n,
    200n,
    100n,
  ])
  let balance = 4_100n
  for (const line of lines) {
    expect(line.balanceCents).toBe(balance)
    balance -= line.amountCents
  }
  expect(balance).toBe(0n)
})

it('a statement is the same before and after a fold, and cut to a period', async () => {
  const before = await wholeStatement('cash_trust')
  await market.platform.db.transaction(system, foldBalances)
  expect(await wholeStatement('cash_trust')).toEqual(before)
  const period = { from: '2026-05-03', to: '2026-05-05' }
  const { items } = await staff.api.books.staff.statement({ code: payable(), limit: 20, ...period })
  expect(items.map(({ amountCents, balanceCents }) => [amountCents, balanceCents])).toEqual([
    [500n, 1_500n],
    [400n, 1_000n],
    [300n, 600n],
  ])
})

it('accounts are found by code, kind and organization, with their balances', async () => {
  const { staff: books } = staff.api.books
  const { organizationId } = vendor.organization
  for (const search of [payable(), organizationId.toLowerCase()]) {
    const { items } = await books.accounts({ search, limit: 5 })
    expect(items).toMatchObject([{ code: payable(), isDebitNormal: false, balanceCents: 4_100n }])
  }
  expect((await books.accounts({ kind: 'cash_trust', limit: 5 })).items).toMatchObject([
    { code: 'cash_trust', isDebitNormal: true, balanceCents: 4_100n, subject: null },
  ])
  const first = await books.accounts({ limit: 1 })
  const second = await books.accounts({ limit: 1, cursor: first.nextCursor! })
  expect(second.items[0]!.code > first.items[0]!.code).toBe(true)
  expect((await books.accounts({ search: "%' or 1=1 --", limit: 5 })).items).toEqual([])
})

it('entries are found by kind, organization and day, newest first', async () => {
  const { entries } = staff.api.books.staff
  const first = await entries({ limit: 4 })
  expect(first.items[0]).toMatchObject({
    kind: 'adjustment',
    amountCents: 400n,
    legs: [{ dr: payable(), cr: 'cash_trust', amountCents: 400n }],
  })
  const second = await entries({ limit: 100, cursor: first.nextCursor! })
  expect(second.items).toHaveLength(6)
  const { items } = await entries({ from: '2026-05-02', to: '2026-05-02', limit: 5 })
  expect(items).toMatchObject([{ amountCents: 200n }])
  const { organizationId } = vendor.organization
  expect((await entries({ organization: organizationId, limit: 100 })).items).toHaveLength(10)
  expect((await entries({ organization: 'nobody', limit: 5 })).items).toEqual([])
  const [one] = second.items
  expect((await entries({ entryId: one!.id, limit: 5 })).items).toEqual([one])
  expect((await entries({ kind: 'release', limit: 5 })).items).toEqual([])
  expect((await entries({ contractId: 'CTR-0', limit: 5 })).items).toEqual([])
})

it('a cursor or a day of nobody’s making is refused', async () => {
  const { staff: books } = staff.api.books
  const code = payable()
  await expectRefusals(
    [
      books.statement({ code, cursor: 'x', limit: 5 }),
      books.entries({ cursor: 'x', limit: 5 }),
      books.adjustments({ cursor: 'x', limit: 5 }),
      books.statement({ code, from: '2026-02-31', limit: 5 }),
    ],
    'bad_input',
  )
})

it('the trial balance adds up, and the trust account holds what is owed', async () => {
  const { kinds, trust } = await staff.api.books.staff.overview()
  const sum = (side: 'debitsCents' | 'creditsCents') =>
    kinds.reduce((total, kind) => total + kind[side], 0n)
  expect(sum('debitsCents')).toBe(sum('creditsCents'))
  expect(trust).toMatchObject({ cashCents: 4_100n, owedCents: 4_100n, gapCents: 0n })
  expect(await staff.api.books.staff.verify()).toMatchObject({ violations: [], stuck: [] })
})

it('every entry and every row of the log has its leaf, and the newest head is shown', async () => {
  await market.platform.db.transaction(system, async (tx) => {
    await audit(tx, {
      actor: 'system',
      action: 'banking.save',
      object: 'test:1',
      detail: { cents: 5n },
    })
    await runJob('transparency.integrate') // this transaction is not over: its row must wait
  })
  const before = (await staff.api.books.staff.overview()).logHead!
  await runJob('transparency.integrate')
  const { logHead } = await staff.api.books.staff.overview()
  expect(logHead!.size).toBe(before.size + 1n)
  expect(logHead!.rootHex).toMatch(/^[\da-f]{64}$/)
  const { items } = await staff.api.audit.list({ object: 'test:1', limit: 5 })
  expect(items).toMatchObject([
    { actorName: null, detail: { cents: '5' }, leaf: { log: 1, index: before.size } },
  ])
})

it.each([
  ['a changed row', `update app.audit_log set object = 'test:2' where seq = 1`, /audit row 1/],
  [
    'a changed detail',
    `update app.audit_log set detail = '{"cents": "6"}' where seq = 1`,
    /audit row 1/,
  ],
  ['a changed amount', `update ledger.movement set amount = amount + 1`, /entry [\da-f-]{36}/],
  ['a changed date', `update ledger.entry set effective_at = now()`, /entry [\da-f-]{36}/],
  ['a row taken out', `delete from app.audit_log where seq = 1`, /audit row 1 is gone/],
  [
    'a row slipped in',
    `insert into app.audit_log (action, object, xact) values ('test.late', 'test:3', '5')`,
    /audit row \d+ has no leaf/,
  ],
])(
  'the check of the books shows %s, even where the owner of the database did it',
  async (_, statements, shown) => {
    const tampered = market.platform.db.transaction(system, async (tx) => {
      await sql`reset role`.execute(tx)
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of statements.split(';')) await sql.raw(statement).execute(tx)
      throw new Error((await verifyLedger(tx)).join('\n')) // and leave no trace
    })
    await expect(tampered).rejects.toThrow(shown)
  },
)

it('nobody changes or empties the log: not the system, not its owner', async () => {
  for (const table of ['app.audit_log', 'app.audit_chain'])
    for (const statement of [
      `update ${table} set xact = xact`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(
        market.platform.db.transaction(system, (tx) => sql.raw(statement).execute(tx)),
      ).rejects.toMatchObject({ code: '42501' })
      await expect(market.platform.db.pool.query(statement)).rejects.toMatchObject({
        code: '23L01',
      })
    }
})

it('the hourly check says nothing while all is well, and tells staff when it is not', async () => {
  const notices = async () => (await staff.api.notifications.list({ limit: 5 })).items
  const before = (await notices()).length
  await runJob('ledger.verify')
  expect(await notices()).toHaveLength(before)
  const tamper = (by: number) =>
    market.platform.db.pool.query(
      `update ledger.balance set credits = credits + $1 where account_id = (select id from ledger.account where code = $2)`,
      [by, payable()],
    )
  await tamper(1)
  await runJob('ledger.verify')
  expect((await notices())[0]).toMatchObject({ title: 'The ledger does not add up' })
  await tamper(-1)
})
