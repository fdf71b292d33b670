import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { contractMoney } from '../../market/contracts/service.ts'
import { type Database, system, type Tx } from '../../platform/database/db.ts'
import { account, type Entry, foldBalances, post, verifyLedger } from './service.ts'

let db: Database
let client: string
let vendor: string
let nextContract = 0

beforeAll(async () => {
  db = await openTestDatabase()
  client = await insertOrganization('ORG-00001-CLIEN')
  vendor = await insertOrganization('ORG-00002-VENDO')
})
afterAll(() => db.close())
afterEach(async () => {
  // Contracts here are bare rows that no service moves, so only the ledger's own rules are checked.
  const broken = await asSystemTx(verifyLedger)
  expect(broken.filter((line) => !/^a contract (has|is|says)/.test(line))).toEqual([])
})

const asSystemTx = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(system, work)

async function insertOrganization(organization_id: string): Promise<string> {
  const place = { city: 'Berlin', country: 'DE', industry: 'retail' }
  const row = { organization_id, name: organization_id, email: 'a@b.test', ...place }
  const { id } = await asSystemTx((tx) =>
    tx
      .insertInto('organizations')
      .values({ ...row, is_client: true, is_vendor: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** A contract row for entries to refer to. */
async function insertContract(): Promise<string> {
  const id = `CTR-T${nextContract++}`
  await asSystemTx(async (tx) => {
    await sql`insert into dprs (id, client, title, category, description, use_case, compliance_requirements, delivery_format, contacts, budget_min_cents, budget_max_cents, timeline_days)
      values (${id}, ${client}, 't', 'retail', 'd', 'u', 'c', 'csv', 'x', 100, 100, 1)`.execute(tx)
    await sql`insert into offers (id, dpr_id, client, vendor, price_cents, timeline_days, description)
      values (${id}, ${id}, ${client}, ${vendor}, 100, 1, 'd')`.execute(tx)
    await sql`insert into contracts (id, offer_id, dpr_id, client, vendor, title, price_cents, fee_bps, fee_cents, timeline_days)
      values (${id}, ${id}, ${id}, ${client}, ${vendor}, 't', 100, 250, 3, 1)`.execute(tx)
  })
  return id
}

function funding(contractId: string, priceCents = 1_850_000n, feeCents = 46_250n): Entry {
  return {
    organizationId: client,
    key: `fund:${contractId}`,
    kind: 'fund',
    contractId,
    effectiveAt: new Date(),
    legs: [
      { dr: account.cashTrust, cr: account.escrow(contractId), amountCents: priceCents },
      { dr: account.cashTrust, cr: account.feeDeferred(contractId), amountCents: feeCents },
    ],
  }
}

function release(contractId: string, priceCents = 1_850_000n, feeCents = 46_250n): Entry {
  return {
    ...funding(contractId),
    key: `release:${contractId}`,
    kind: 'release',
    legs: [
      { dr: account.escrow(contractId), cr: account.payable(vendor), amountCents: priceCents },
      { dr: account.feeDeferred(contractId), cr: account.feeRevenue, amountCents: feeCents },
    ],
  }
}

const postOne = (entry: Entry) => asSystemTx((tx) => post(tx, entry))
const moneyOf = async (id: string) => (await asSystemTx((tx) => contractMoney(tx, [id])))(id)

async function balances(): Promise<Record<string, bigint>> {
  const rows = await asSystemTx((tx) =>
    tx
      .selectFrom('ledger.account as a')
      .innerJoin('ledger.current_balance as b', 'b.account_id', 'a.id')
      .select(['a.code', sql<bigint>`b.normal * (b.debits - b.credits)`.as('balance')])
      .execute(),
  )
  return Object.fromEntries(rows.map(({ code, balance }) => [code, balance]))
}

describe('posting', () => {
  it('holds the price in escrow and the fee apart from it', async () => {
    const id = await insertContract()
    await postOne(funding(id))
    expect(await moneyOf(id)).toMatchObject({
      heldCents: 1_850_000n,
      feeHeldCents: 46_250n,
      releasedCents: 0n,
    })
    await postOne(release(id))
    expect(await moneyOf(id)).toMatchObject({
      heldCents: 0n,
      feeHeldCents: 0n,
      releasedCents: 1_850_000n,
    })
  })

  it('answers a repetition with the first entry and moves nothing', async () => {
    const id = await insertContract()
    const first = await postOne(funding(id))
    const before = await balances()
    const again = await postOne({ ...funding(id), effectiveAt: new Date(0) })
    expect(again).toEqual({ entryId: first.entryId, replayed: true })
    expect(await balances()).toEqual(before)
  })

  it('refuses a key that comes back with another amount', async () => {
    const id = await insertContract()
    await postOne(funding(id))
    const before = await balances()
    await expect(postOne(funding(id, 1_850_001n))).rejects.toMatchObject({ code: 'key_reused' })
    expect(await balances()).toEqual(before)
  })

  it('makes one entry of 50 parallel posts under one key', async () => {
    const id = await insertContract()
    const results = await Promise.all(Array.from({ length: 50 }, () => postOne(funding(id))))
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(results.map(({ entryId }) => entryId)).size).toBe(1)
    expect((await moneyOf(id)).heldCents).toBe(1_850_000n)
  })

  it('loses nothing when many contracts are funded and released at once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, insertContract))
    const before = (await balances())[account.payable(vendor)] ?? 0n
    await Promise.all(ids.map((id) => postOne(funding(id))))
    await Promise.all(ids.map((id) => postOne(release(id))))
    expect((await balances())[account.payable(vendor)]).toBe(before + 20n * 1_850_000n)
  })

  it('refuses an overdraft by one cent', async () => {
    const id = await insertContract()
    await postOne(funding(id))
    const before = await balances()
    await expect(postOne(release(id, 1_850_001n))).rejects.toMatchObject({
      constraint: 'balance__no_overdraft',
    })
    expect(await balances()).toEqual(before)
  })

  it.each([
    ['no legs', []],
    ['an amount of zero', [{ dr: 'cash_trust', cr: 'fee_revenue', amountCents: 0n }]],
    ['a negative amount', [{ dr: 'cash_trust', cr: 'fee_revenue', amountCents: -1n }]],
    ['one account on both sides', [{ dr: 'cash_trust', cr: 'cash_trust', amountCents: 1n }]],
    [
      'a kind of account that is not in the chart',
      [{ dr: 'cash_trust', cr: 'pocket', amountCents: 1n }],
    ],
    ['an escrow account of no contract', [{ dr: 'cash_trust', cr: 'escrow', amountCents: 1n }]],
  ])('refuses an entry with %s', async (_, legs) => {
    const id = await insertContract()
    const before = await balances()
    await expect(postOne({ ...funding(id), legs })).rejects.toThrow()
    expect(await balances()).toEqual(before)
  })
})

describe('history', () => {
  /** Runs a statement as the owner of the tables, which no grant restricts. */
  const asOwner = (statement: string) => db.pool.query(statement)

  it.each([
    ['changing an amount', 'update ledger.movement set amount = amount + 1'],
    ['deleting a leg', 'delete from ledger.movement'],
    ['emptying the legs', 'truncate ledger.movement cascade'],
    ['changing an entry', "update ledger.entry set kind = 'other'"],
    ['deleting an entry', 'delete from ledger.entry'],
    ['emptying the entries', 'truncate ledger.entry cascade'],
    ['renaming an account', "update ledger.account set code = code || 'x'"],
    ['deleting a balance', 'delete from ledger.balance'],
  ])('refuses %s', async (_, statement) => {
    await postOne(funding(await insertContract()))
    await expect(asOwner(statement)).rejects.toMatchObject({ code: '23L01' })
  })

  it('refuses a leg added to an entry of an earlier transaction', async () => {
    const { entryId } = await postOne(funding(await insertContract()))
    await expect(
      asOwner(`insert into ledger.movement select entry_id, 9, dr, cr, amount, dr_version + 9000, cr_version + 9000, dr_after, cr_after
        from ledger.movement where entry_id = '${entryId}' and leg = 1`),
    ).rejects.toMatchObject({ code: '23L02' })
  })

  it.each(['anon', 'authenticated'] as const)('cannot be read or written as %s', async (role) => {
    for (const table of [
      'account',
      'balance',
      'current_balance',
      'entry',
      'movement',
      'outbox',
      'chart',
    ])
      await expect(
        db.transaction({ role }, (tx) =>
          sql`select from ${sql.table(`ledger.${table}`)}`.execute(tx),
        ),
      ).rejects.toMatchObject({ code: '42501' })
    await expect(
      db.transaction({ role }, (tx) =>
        sql`select ledger.post(${client}, 'k', 'fund', null, now(), '[]')`.execute(tx),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it.each(['entry', 'movement', 'balance', 'account'])(
    'cannot be written as the system but by posting: %s',
    async (table) => {
      for (const statement of ['delete from', 'truncate'])
        await expect(
          asSystemTx((tx) =>
            sql`${sql.raw(statement)} ${sql.table(`ledger.${table}`)}`.execute(tx),
          ),
        ).rejects.toMatchObject({ code: '42501' })
    },
  )
})

describe('deferred balances', () => {
  const foldNow = () => asSystemTx((tx) => foldBalances(tx))
  const folded = async () => {
    const { rows } = await db.pool.query(
      `select b.debits from ledger.balance b join ledger.account a on a.id = b.account_id where a.code = 'cash_trust'`,
    )
    return BigInt(rows[0].debits)
  }
  /** The horizon is the whole server's: transactions in other tests' databases hold it up. */
  const foldTo = (debits: bigint) =>
    expect
      .poll(async () => {
        await foldNow()
        return await folded()
      })
      .toBe(debits)

  it('count every movement, folded or not', async () => {
    const before = (await balances()).cash_trust ?? 0n
    await postOne(funding(await insertContract()))
    expect((await balances()).cash_trust).toBe(before + 1_896_250n)
    await foldTo(before + 1_896_250n)
    expect((await balances()).cash_trust).toBe(before + 1_896_250n)
  })

  it('leave a movement of an unfinished transaction for the next fold', async () => {
    const before = (await balances()).cash_trust ?? 0n
    await foldTo(before)
    const id = await insertContract()
    await db.transaction(system, async (tx) => {
      await post(tx, funding(id))
      await foldNow()
      expect(await folded()).toBe(before)
    })
    await foldTo(before + 1_896_250n)
  })

  it('lose nothing while folds and posts run at once', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, insertContract))
    const before = (await balances()).cash_trust ?? 0n
    await Promise.all(ids.flatMap((id) => [postOne(funding(id)), foldNow()]))
    await foldTo(before + 40n * 1_896_250n)
  })

  it('do not make posts wait for one another', async () => {
    const [one, other] = [await insertContract(), await insertContract()]
    await db.transaction(system, async (tx) => {
      await post(tx, funding(one))
      await postOne(funding(other)) // commits while the first still holds its locks
    })
    expect((await moneyOf(other)).heldCents).toBe(1_850_000n)
  })
})

describe('any sequence of fundings and releases', () => {
  const step = fc.record({ kind: fc.constantFrom('fund', 'release'), contract: fc.nat({ max: 2 }) })

  it('leaves what a map of integers leaves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(fc.bigInt({ min: 100n, max: 10n ** 11n }), { minLength: 3, maxLength: 3 }),
        async (steps, prices) => {
          const ids = await Promise.all(prices.map(insertContract))
          const model = ids.map(() => ({ heldCents: 0n, feeHeldCents: 0n, releasedCents: 0n }))
          const funded = new Set<number>()
          for (const { kind, contract } of steps) {
            const [id, price] = [ids[contract]!, prices[contract]!]
            const fee = price / 40n
            if (kind === 'fund') {
              await postOne(funding(id, price, fee))
              if (!funded.has(contract))
                model[contract] = { heldCents: price, feeHeldCents: fee, releasedCents: 0n }
              funded.add(contract)
            } else if (funded.has(contract)) {
              await postOne(release(id, price, fee))
              model[contract] = { heldCents: 0n, feeHeldCents: 0n, releasedCents: price }
            } else await expect(postOne(release(id, price, fee))).rejects.toThrow()
          }
          expect(await Promise.all(ids.map(moneyOf))).toMatchObject(model)
        },
      ),
      { numRuns: 25 },
    )
  })
})

it('the check finds a balance that was tampered with', async () => {
  const id = await insertContract()
  await postOne(funding(id))
  const tampered = db.transaction(system, async (tx) => {
    await sql`reset role`.execute(tx)
    await sql`update ledger.balance set credits = credits + 1 where account_id = (select id from ledger.account where code = ${account.escrow(id)})`.execute(
      tx,
    )
    const broken = await verifyLedger(tx)
    throw new Error(broken.join('\n')) // and leave no trace
  })
  await expect(tampered).rejects.toThrow(/a balance is the sum of its movements: escrow:/)
})
