/** Accounts, their statements, and entries, as staff read them. Callers have checked that it is staff who asks. */
import type { LedgerAccount, LedgerEntry, StatementLine } from '@semblance/contract'
import { decodeUuidCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as queries from './account-queries.ts'

export async function listAccounts(
  { tx }: Ctx,
  { search, kind, cursor, limit }: Page & { search: string; kind?: string },
) {
  const rows = await withSystemRole(tx, () =>
    queries.listAccounts(tx, { search, kind, after: cursor, limit }),
  )
  const items = rows.slice(0, limit).map(toAccount)
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.code : null }
}

const toAccount = (row: queries.AccountRow): LedgerAccount => ({
  code: row.code,
  kind: row.kind,
  meaning: row.meaning,
  subject: row.subject,
  contractId: row.contract_id,
  isDebitNormal: row.normal === 1,
  debitsCents: row.debits,
  creditsCents: row.credits,
  balanceCents: BigInt(row.normal) * (row.debits - row.credits),
})

type StatementInput = Page & queries.Period & { code: string }

export async function readStatement({ tx }: Ctx, input: StatementInput) {
  const { code, limit } = input
  const after = decodeLine(input.cursor)
  return await withSystemRole(tx, async () => {
    const account = await queries.findAccount(tx, code)
    if (!account) throw new AppError('not_found')
    const rows = await queries.listStatement(tx, account, { ...input, after })
    const items = rows.slice(0, limit).map(toLine)
    const nextCursor = rows.length > limit ? items.at(-1)!.id : null
    return { account: toAccount(account), items, nextCursor }
  })
}

const toLine = (row: queries.StatementRow): StatementLine => ({
  id: `${row.entry_id}:${row.leg}`,
  entryId: row.entry_id,
  kind: row.kind,
  effectiveAt: row.effective_at,
  contractId: row.contract_id,
  otherCode: row.other_code,
  otherSubject: row.other_subject,
  amountCents: row.amount,
  balanceCents: row.after,
})

/** A page goes on after the line that the one before ended with. */
function decodeLine(cursor: string | undefined): { entryId: string; leg: number } | null {
  if (cursor === undefined) return null
  const match = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(\d{1,2})$/.exec(cursor)
  if (match) return { entryId: match[1]!, leg: Number(match[2]) }
  throw new AppError('bad_input', { field: 'cursor', message: 'This page is not available.' })
}

type EntriesInput = Page &
  queries.Period & { entryId?: string; kind?: string; contractId?: string; organization?: string }

export async function listEntries({ tx }: Ctx, input: EntriesInput) {
  const after = decodeUuidCursor(input.cursor)
  const rows = await withSystemRole(tx, () => queries.listEntries(tx, { ...input, after }))
  return pageOf(rows, input.limit, ({ effective_at: at, id }) => ({ at, id }), toEntry)
}

function toEntry(row: queries.EntryRow): LedgerEntry {
  const legs = row.legs.map(({ amount, ...leg }) => ({ ...leg, amountCents: BigInt(amount) }))
  return {
    id: row.id,
    kind: row.kind,
    key: row.idem_key,
    contractId: row.contract_id,
    organizationName: row.organization_name,
    effectiveAt: row.effective_at,
    recordedAt: row.recorded_at,
    amountCents: legs.reduce((sum, leg) => sum + leg.amountCents, 0n),
    legs,
  }
}
