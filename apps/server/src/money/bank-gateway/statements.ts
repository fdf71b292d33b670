/** Statements and breaks for staff; check that the caller is staff first. */

import { type Page, pageOf } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import {
  type BreakRow,
  claimBreak,
  countOpen,
  listBreakRows,
  listStatementRows,
  type StatementRow,
} from './statement-queries.ts'

/** Lists statements, newest first. */
export async function listStatements(tx: Tx, page: Page) {
  const rows = await withSystemRole(tx, () => listStatementRows(tx, page))
  const position = (row: StatementRow) => ({ at: new Date(row.day), id: row.provider })
  return pageOf(rows, page.limit, position, (row) => row)
}

/** Lists breaks, newest first. */
export async function listBreaks(tx: Tx, page: Page & { state?: BreakRow['state'] }) {
  const rows = await withSystemRole(tx, () => listBreakRows(tx, page))
  const position = (row: BreakRow) => ({ at: row.found_at, id: row.id })
  return pageOf(rows, page.limit, position, (row) => row)
}

export const countOpenBreaks = (tx: Tx): Promise<number> => withSystemRole(tx, () => countOpen(tx))

/**
 * Resolves a break, or returns null if it is resolved already. The caller clears suspense in the
 * same transaction.
 */
export const resolveBreak = (
  tx: Tx,
  id: string,
  resolution: string,
  now: Date,
): Promise<BreakRow | null> => withSystemRole(tx, () => claimBreak(tx, id, resolution, now))
