import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { expectRefusal, expectSoundLedger } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Market } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { account, post } from '../ledger/service.ts'

const { market } = await useMarket({})
let ana: Awaited<ReturnType<Market['staff']>>
let ben: Awaited<ReturnType<Market['staff']>>
beforeAll(async () => {
  ana = await market.staff()
  ben = await market.staff()
})
afterEach(() => expectSoundLedger(market))

const balance = async () => {
  const { items } = await ana.api.books.staff.accounts({ search: 'suspense', limit: 5 })
  return items.find(({ code }) => code === 'suspense')?.balanceCents ?? 0n
}

/** Creates an open break with its difference in suspense, as reconciliation does. */
async function plantBreak(differenceCents: bigint): Promise<string> {
  const [dr, cr] =
    differenceCents > 0n
      ? [account.cashTrust, account.suspense]
      : [account.suspense, account.cashTrust]
  const amountCents = differenceCents > 0n ? differenceCents : -differenceCents
  return await market.platform.db.transaction(system, async (tx) => {
    const key = crypto.randomUUID()
    const legs = [{ dr, cr, amountCents }]
    const entry = { organizationId: null, key, kind: 'suspense', contractId: null } as const
    const { entryId } = await post(tx, { ...entry, effectiveAt: new Date(), legs })
    await sql`insert into bank_statements (provider, day, lines, matched, statement_cents, ledger_cents)
      values ('built_in', '2026-05-04', 2, 1, 100, 90) on conflict do nothing`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      insert into bank_statement_breaks (provider, day, kind, type, key, statement_cents, ledger_cents, entry_id, found_at)
      values ('built_in', '2026-05-04', 'amount_differs', 'settled', ${key}, ${differenceCents}, 0, ${entryId}, now())
      returning id`.execute(tx)
    return rows[0]!.id
  })
}

const explain = (breakId: string, amountCents: bigint) =>
  ({ form: 'bank_fee', amountCents, reason: 'Wire fee', breakId }) as const

it('a difference to the bank’s statement is explained by two people, as a whole, out of suspense', async () => {
  const { staff } = ana.api.books
  const breakId = await plantBreak(-15n)
  const suspense = await balance()
  expect((await staff.overview()).waiting.breaks).toBe(1)
  const { id } = await staff.propose(explain(breakId, 15n))
  expect((await staff.breaks({ limit: 5 })).items).toMatchObject([
    { id: breakId, isProposed: true, differenceCents: -15n, state: 'open' },
  ])
  await ben.api.books.staff.approve({ id })
  expect(await balance()).toBe(suspense - 15n)
  expect((await staff.breaks({ limit: 5 })).items).toEqual([])
  expect((await staff.breaks({ state: 'resolved', limit: 5 })).items).toMatchObject([
    { id: breakId, resolution: "Shortfall: the bank's fee: Wire fee" },
  ])
  await expectRefusal(staff.propose(explain(breakId, 15n)), 'break_resolved')
  expect((await staff.statements({ limit: 5 })).items).toMatchObject([
    { day: '2026-05-04', linesCount: 2, matchedCount: 1 },
  ])
})

it('a difference to the bank’s statement is explained once: the second of two approvals posts nothing', async () => {
  const { staff } = ana.api.books
  const breakId = await plantBreak(-20n)
  const [one, other] = [
    await staff.propose(explain(breakId, 20n)),
    await staff.propose(explain(breakId, 20n)),
  ]
  await ben.api.books.staff.approve({ id: one.id })
  const before = await balance()
  await expectRefusal(ben.api.books.staff.approve({ id: other.id }), 'break_resolved')
  expect(await balance()).toBe(before)
})

it('a difference to the bank’s statement is not explained by half of it, or by what does not explain it', async () => {
  const { staff } = ana.api.books
  const breakId = await plantBreak(30n)
  for (const [input, field] of [
    [explain(breakId, 30n), 'form'],
    [{ ...explain(breakId, 29n), form: 'unexplained_shortfall' as const }, 'amountCents'],
  ] as const)
    await expect(staff.propose(input)).rejects.toMatchObject({
      code: 'bad_input',
      data: { field },
    })
  await expectRefusal(staff.propose(explain(crypto.randomUUID(), 30n)), 'not_found')
})
