/** An entry as an application without a posting function writes it: one statement at a time, every balance locked. */
import type pg from 'pg'

type Leg = { dr: string; cr: string; amount: string }

export async function postByStatements(
  connection: pg.PoolClient,
  org: string,
  key: string,
  legs: Leg[],
): Promise<void> {
  await connection.query('begin')
  try {
    const { rows } = await connection.query(
      `insert into ledger.entry (org_id, idem_key, request_hash, kind, effective_at)
      values ($1, $2, sha256(convert_to($3, 'UTF8')), 'release', now())
      on conflict (org_id, idem_key) do nothing returning id`,
      [org, key, JSON.stringify(legs)],
    )
    const entry = rows[0].id
    await connection.query('insert into ledger.outbox (entry_id, topic) values ($1, $2)', [
      entry,
      'ledger.release',
    ])
    const codes = legs.flatMap(({ dr, cr }) => [dr, cr])
    const accounts = await connection.query<{ code: string; id: string }>(
      'select code, id from ledger.account where code = any ($1)',
      [codes],
    )
    const idOf = new Map(accounts.rows.map(({ code, id }) => [code, id]))
    await connection.query(
      'select from ledger.balance where account_id = any ($1) order by account_id for no key update',
      [[...idOf.values()]],
    )
    for (const [index, leg] of legs.entries())
      await writeLeg(connection, entry, index + 1, leg, idOf)
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw error
  }
}

async function writeLeg(
  connection: pg.PoolClient,
  entry: string,
  number: number,
  { dr, cr, amount }: Leg,
  idOf: Map<string, string>,
): Promise<void> {
  const add = async (column: 'debits' | 'credits', code: string) => {
    const { rows } = await connection.query(
      `update ledger.balance set ${column} = ${column} + $2, version = version + 1
      where account_id = $1 returning version, normal * (debits - credits) as after`,
      [idOf.get(code), amount],
    )
    return rows[0] as { version: string; after: string }
  }
  const debit = await add('debits', dr)
  const credit = await add('credits', cr)
  await connection.query(
    `insert into ledger.movement (entry_id, leg, dr, cr, amount, dr_version, cr_version, dr_after, cr_after)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      entry,
      number,
      idOf.get(dr),
      idOf.get(cr),
      amount,
      debit.version,
      credit.version,
      debit.after,
      credit.after,
    ],
  )
}
