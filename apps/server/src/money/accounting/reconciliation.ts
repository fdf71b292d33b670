/** Reads the bank's statements and breaks for staff. Callers check first that the user is staff. */
import type { BankStatement, StatementBreak } from '@semblance/contract'
import type { Page } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import * as bank from '../bank-gateway/service.ts'
import { listProposedBreaks } from './adjustment-queries.ts'

export async function listStatements({ tx }: Ctx, page: Page) {
  const { items, nextCursor } = await bank.listStatements(tx, page)
  return { items: items.map(toStatement), nextCursor }
}

const toStatement = (row: bank.StatementRow): BankStatement => ({
  id: `${row.day} ${row.provider}`,
  provider: row.provider,
  day: row.day,
  linesCount: row.lines,
  matchedCount: row.matched,
  statementCents: row.statement_cents,
  ledgerCents: row.ledger_cents,
})

export async function listBreaks({ tx }: Ctx, page: Page & { state: 'open' | 'resolved' }) {
  const { items, nextCursor } = await bank.listBreaks(tx, page)
  const ids = items.map(({ id }) => id)
  const proposed = await withSystemRole(tx, () => listProposedBreaks(tx, ids))
  return { items: items.map((row) => toBreak(row, proposed.has(row.id))), nextCursor }
}

const toBreak = (row: bank.BreakRow, isProposed: boolean): StatementBreak => ({
  id: row.id,
  provider: row.provider,
  day: row.day,
  kind: row.kind,
  reference: row.key ?? row.provider_ref,
  statementCents: row.statement_cents,
  ledgerCents: row.ledger_cents,
  differenceCents: row.difference_cents ?? 0n,
  state: row.state,
  resolution: row.resolution,
  isProposed,
})
