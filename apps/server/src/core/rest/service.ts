/** Table requests, each in one transaction as the caller's role: row-level security is the wall. */
import { type QueryResult, sql } from 'kysely'
import type { Claims, Database, Tx } from '../../platform/database/db.ts'
import { RestError } from './errors.ts'
import type { Condition } from './filters.ts'
import type { Query, Resolution } from './parse.ts'
import { type Answer, countRows, insertRows, selectRows, updateRows } from './sql.ts'
import type { Table } from './tables.ts'

export type TableRequest = {
  db: Database
  claims: Claims
  table: Table
  query: Query
  /** The caller wants exactly one row, as an object; anything else undoes the request. */
  isSingle: boolean
}

const nothing: Answer = { count: 0, body: '[]' }

export async function readTable(
  request: TableRequest & { wantsTotal: boolean },
): Promise<Answer & { total: number | null }> {
  const { db, claims, table, query } = request
  checkRead(table)
  const read = async (tx: Tx) => {
    await nameLookup(tx, table, query)
    await checkStaffRead(tx, request)
    const answer = (await selectRows(table, query).execute(tx)).rows[0]!
    const total = request.wantsTotal
      ? (await countRows(table, query.conditions).execute(tx)).rows[0]!.total
      : null
    return { ...single(answer, request.isSingle), total }
  }
  return await db.transaction(claims, read, 'read')
}

/** A table with a lookup column is read by naming one value of it; anything else would be a listing. */
async function nameLookup(tx: Tx, table: Table, query: Query): Promise<void> {
  if (!table.lookup) return
  const { column, setting } = table.lookup
  const named = query.conditions.find(
    (condition) =>
      'operator' in condition &&
      condition.column === column &&
      condition.path.length === 0 &&
      condition.operator === 'eq' &&
      !condition.negated,
  )
  if (!named || !('operator' in named) || named.operator !== 'eq') {
    throw permissionDenied(table, `Name the row: ${column}=eq.…`)
  }
  await sql`select set_config(${setting}, ${named.value}, true)`.execute(tx)
}

/** A table without rows for any caller here is refused: an empty list would say that it has none. */
function checkRead(table: Table): void {
  if (table.isWriteOnly) throw permissionDenied(table, 'Staff read it at /api.')
}

/**
 * Refuses staff who read other people's rows: those are read at /api, under the rights of staff.
 * Without this they would get an empty list of rows that there are.
 */
async function checkStaffRead(tx: Tx, { claims, table, query }: TableRequest): Promise<void> {
  const sub = 'sub' in claims ? claims.sub : undefined
  if (!table.owner || !sub || namesOwner(query.conditions, table.owner, sub)) return
  const roles = tx.selectFrom('user_roles').select('role').where('user_id', '=', sub)
  const staff = await roles.where('role', '=', 'super_admin').executeTakeFirst()
  if (!staff) return
  throw permissionDenied(
    table,
    `Name your own row: ${table.owner}=eq.…. Staff read others at /api.`,
  )
}

const namesOwner = (conditions: Condition[], owner: string, sub: string) =>
  conditions.some(
    (condition) =>
      'operator' in condition &&
      condition.column === owner &&
      condition.path.length === 0 &&
      condition.operator === 'eq' &&
      !condition.negated &&
      condition.value === sub,
  )

const permissionDenied = (table: Table, details: string | null = null) =>
  new RestError(403, '42501', `permission denied for table ${table.name}`, details)

export async function insertIntoTable(
  request: TableRequest & {
    rows: object[]
    columns: string[]
    resolution: Resolution | null
    isRepresented: boolean
  },
): Promise<Answer> {
  const { db, claims, table, query, rows, columns, resolution } = request
  checkWrite(table, 'insert')
  if (resolution?.onConflict === 'merge') checkWrite(table, 'update')
  if (columns.length === 0) throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  return await db.transaction(claims, async (tx) => {
    const returning = request.isRepresented ? query.selected : null
    const statement = insertRows(table, { rows, columns, resolution }, returning)
    return changed(await statement.execute(tx), request)
  })
}

export async function updateTable(
  request: TableRequest & { row: object; columns: string[]; isRepresented: boolean },
): Promise<Answer> {
  const { db, claims, table, query, row, columns } = request
  checkWrite(table, 'update')
  if (columns.length === 0) return single(nothing, request.isSingle)
  return await db.transaction(claims, async (tx) => {
    const returning = request.isRepresented ? query.selected : null
    const statement = updateRows(table, { row, columns }, query.conditions, returning)
    return changed(await statement.execute(tx), request)
  })
}

/** Returns the changed rows, where they are read back, and in any case their number. */
function changed(
  { rows, numAffectedRows }: QueryResult<Answer>,
  { isRepresented, isSingle }: { isRepresented: boolean; isSingle: boolean },
): Answer {
  return isRepresented
    ? single(rows[0]!, isSingle)
    : { count: Number(numAffectedRows ?? 0), body: nothing.body }
}

function checkWrite(table: Table, verb: 'insert' | 'update'): void {
  if (table.writes.includes(verb)) return
  throw permissionDenied(table)
}

function single(answer: Answer, isSingle: boolean): Answer {
  if (!isSingle) return answer
  if (answer.count === 1) {
    return { count: 1, body: answer.body.slice(1, -1) } // a list of one, without its brackets
  }
  const message = 'Cannot coerce the result to a single JSON object'
  throw new RestError(406, 'PGRST116', message, `The result contains ${answer.count} rows`)
}
