import type { Insertable, Selectable, Updateable } from 'kysely'
import type { BankInstructions } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { BankEvent, BankName } from './port.ts'
import type { InstructionState } from './states.ts'

export type InstructionRow = Selectable<BankInstructions>

export async function insertInstruction(tx: Tx, row: Insertable<BankInstructions>): Promise<void> {
  await tx.insertInto('bank_instructions').values(row).execute()
}

export async function findInstruction(tx: Tx, key: string): Promise<InstructionRow> {
  return await tx
    .selectFrom('bank_instructions')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

/** Locks and returns an instruction, so that two transactions on it run in turn. */
export async function lockInstruction(tx: Tx, key: string) {
  return await tx
    .selectFrom('bank_instructions')
    .selectAll()
    .where('key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Changes an instruction in one of the states `from`; returns null otherwise. */
export async function moveInstruction(
  tx: Tx,
  key: string,
  from: readonly InstructionState[],
  change: Updateable<BankInstructions>,
): Promise<InstructionRow | null> {
  const row = await tx
    .updateTable('bank_instructions')
    .set(change)
    .where('key', '=', key)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Counts a try to hand it over; null where it is no longer ours to hand over. */
export async function markAttempt(tx: Tx, key: string): Promise<InstructionRow | null> {
  const row = await tx
    .updateTable('bank_instructions')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('key', '=', key)
    .where('provider_ref', 'is', null)
    .where('state', 'not in', ['failed', 'canceled'])
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Cancels an instruction that is queued and untried, so that no bank has received it. Returns false
 * if it was tried already.
 */
export async function cancelUntried(tx: Tx, key: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_instructions')
    .set({ state: 'canceled', ended_at: now, account_sealed: null })
    .where('key', '=', key)
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists instructions made before `before` that no bank has confirmed. */
export async function listUnsubmitted(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('bank_instructions')
    .select('key')
    .where('state', '=', 'queued')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .execute()
  return rows.map(({ key }) => key)
}

/**
 * Marks every waiting instruction as tried: the bank may have it from after the backup. The next try
 * asks the bank first, and it can no longer be cancelled here. Returns their number.
 */
export async function markQueuedTried(tx: Tx): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_instructions')
    .set((eb) => ({ attempts: eb.fn('greatest', ['attempts', eb.val(1)]) }))
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function findReference(tx: Tx, key: string) {
  return await tx
    .selectFrom('bank_instructions')
    .select(['key', 'provider_ref'])
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertEvents(
  tx: Tx,
  provider: BankName,
  events: BankEvent[],
  now: Date,
): Promise<void> {
  const rows = events.map(({ eventId, key, type, code, occurredAt }) => ({
    provider,
    event_id: eventId,
    key,
    type,
    code,
    occurred_at: occurredAt,
    received_at: now,
  }))
  await tx
    .insertInto('bank_events')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listUnprocessed(tx: Tx, key: string) {
  return await tx
    .selectFrom('bank_events')
    .selectAll()
    .where('key', '=', key)
    .where('processed_at', 'is', null)
    .orderBy('occurred_at')
    .orderBy('event_id')
    .execute()
}

export async function listUnprocessedKeys(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('bank_events')
    .select('key')
    .distinct()
    .where('processed_at', 'is', null)
    .orderBy('key')
    .execute()
  return rows.map(({ key }) => key)
}

export async function markProcessed(
  tx: Tx,
  event: { provider: string; event_id: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('bank_events')
    .set({ processed_at: now })
    .where('provider', '=', event.provider)
    .where('event_id', '=', event.event_id)
    .execute()
}
