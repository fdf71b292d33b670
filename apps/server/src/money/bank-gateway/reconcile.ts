/** Each day's statement against the books: what differs goes to suspense and to staff. */

import { notify } from '../../core/notifications/service.ts'
import { findHold } from '../../platform/backup/restores.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import { account, post } from '../ledger/service.ts'
import { compareStatement, type Difference } from './compare.ts'
import type { BankName, StatementLine } from './port.ts'
import {
  type BreakRow,
  claimBreak,
  insertBreak,
  listBookings,
  listDueDays,
  listHeardOf,
  listUnreadDays,
  saveStatement,
  setEntry,
  sumBookings,
  sumLedgerCash,
} from './statement-queries.ts'
import type { BankSide } from './submit.ts'

/** After a longer pause, earlier days are left to staff. */
const MOST_DAYS = 31
const DAY_MS = 86_400_000

type Side = Pick<BankSide, 'platform' | 'bank' | 'clock'>

/**
 * Compares every finished day that is due, and after a restore those of the time lost; a day compared
 * again finds nothing twice.
 */
export async function reconcile(side: Side): Promise<void> {
  const { platform, bank, clock } = side
  const { db } = platform
  await db.transaction(system, (tx) => resolveHeardOf(tx, bank.name, clock()))
  const days = await db.transaction(system, async (tx) => [
    ...(await listLostDays(tx, bank.name, clock())),
    ...(await listDueDays(tx, bank.name, clock(), MOST_DAYS)),
  ])
  for (const day of [...new Set(days)].sort()) await reconcileDay(side, day)
}

/** Lists finished days that a restore has taken from the books, and that were not read since. */
async function listLostDays(tx: Tx, provider: BankName, now: Date): Promise<string[]> {
  const hold = await findHold(tx)
  if (!hold) return []
  const yesterday = new Date(now.getTime() - DAY_MS)
  const until = hold.startedAt < yesterday ? hold.startedAt : yesterday
  return await listUnreadDays(tx, provider, hold, until)
}

export async function reconcileDay(
  { platform, bank, clock }: Side,
  day: string,
): Promise<BreakRow[]> {
  const lines = await bank.statement(day)
  const nearby = [
    ...(await bank.statement(dayBeside(day, -1))),
    ...(await bank.statement(dayBeside(day, 1))),
  ]
  return await platform.db.transaction(system, async (tx) => {
    const now = clock()
    const found = await compareDay(tx, bank.name, day, { lines, nearby, now })
    const fresh: BreakRow[] = []
    for (const one of found) {
      const row = await toSuspense(tx, bank.name, day, one, now)
      if (row) fresh.push(row)
    }
    if (fresh.length > 0)
      await notify(
        { tx, platform },
        {
          audience: 'staff',
          type: 'payment',
          title: 'Bank statement differs',
          message: `The bank's statement of ${day} and the ledger differ in ${fresh.length} ${fresh.length === 1 ? 'place' : 'places'}. The difference is in suspense until it is explained.`,
          path: '/admin/ledger',
          mail: true,
        },
      )
    return fresh
  })
}

const dayBeside = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

type Found = Omit<Difference, 'kind' | 'type'> & {
  kind: BreakRow['kind']
  type: Difference['type'] | null
}

async function compareDay(
  tx: Tx,
  provider: BankName,
  day: string,
  { lines, nearby, now }: { lines: StatementLine[]; nearby: StatementLine[]; now: Date },
): Promise<Found[]> {
  const named = {
    refs: [...lines, ...nearby].map(({ ref }) => ref),
    keys: [...lines, ...nearby].flatMap(({ key }) => key ?? []),
  }
  const bookings = await listBookings(tx, provider, day, named)
  const ledgerCents = await sumLedgerCash(tx, day)
  const { matched, differences } = compareStatement(lines, nearby, bookings)
  await saveStatement(tx, {
    provider,
    day,
    lines: lines.length,
    matched,
    statement_cents: sum(lines.map((line) => line.amountCents)),
    ledger_cents: ledgerCents,
    read_at: now,
  })
  const booked = await sumBookings(tx, day)
  const sums = { key: null, ref: null, statementCents: booked, ledgerCents }
  const rest: Found[] = booked === ledgerCents ? [] : [{ kind: 'sum_differs', type: null, ...sums }]
  return [...differences, ...rest]
}

const sum = (amounts: bigint[]): bigint => amounts.reduce((total, cents) => total + cents, 0n)

/** Makes the ledger say what the bank says, and keeps the difference where it is seen. Null where it is there already. */
async function toSuspense(
  tx: Tx,
  provider: BankName,
  day: string,
  { kind, type, key, ref, statementCents, ledgerCents }: Found,
  now: Date,
): Promise<BreakRow | null> {
  const row = await insertBreak(tx, {
    provider,
    day,
    kind,
    type,
    key,
    provider_ref: ref,
    statement_cents: statementCents,
    ledger_cents: ledgerCents,
    found_at: now,
  })
  if (!row) return null
  await setEntry(tx, row.id, await postDifference(tx, row, now, row.difference_cents, ''))
  return row
}

async function postDifference(
  tx: Tx,
  { id }: BreakRow,
  now: Date,
  cents: bigint,
  suffix: string,
): Promise<string> {
  const { cashTrust, suspense } = account
  const [dr, cr] = cents > 0n ? [cashTrust, suspense] : [suspense, cashTrust]
  const amountCents = cents > 0n ? cents : -cents
  const { entryId } = await post(tx, {
    organizationId: null,
    key: `suspense:${id}${suffix}`,
    kind: 'suspense',
    contractId: null,
    effectiveAt: now,
    legs: [{ dr, cr, amountCents }],
  })
  return entryId
}

/** The bank's event came after its statement: the ledger has it by itself now. */
async function resolveHeardOf(tx: Tx, provider: BankName, now: Date): Promise<void> {
  for (const { id } of await listHeardOf(tx, provider)) {
    const row = await claimBreak(tx, id, 'The bank told of it later.', now)
    if (row) await postDifference(tx, row, now, -row.difference_cents, ':heard')
  }
}
