import type { ReviewChoices, ReviewedTable } from '@semblance/contract'
import type { TablePrint } from '@semblance/synth'
import { type Insertable, sql } from 'kysely'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { type DeliveryRow, findLatestDelivery, fresh } from '../queries.ts'
import type { Purpose } from '../subjects.ts'

export type DraftRow = DeliveryRow

export const liveStatuses = [
  'draft',
  'inspecting',
  'review',
  'measuring',
  'queued',
  'processing',
  'held',
  'ready',
] as const

/** Lists the statuses of deliveries that still need their originals. */
export const unfinishedStatuses = liveStatuses.filter((status) => status !== 'ready')

/** Inserts a draft, unless the contract has an unfinished delivery. */
export async function insertDraft(
  tx: Tx,
  row: Pick<
    Insertable<DB['deliveries']>,
    'contract_id' | 'client' | 'vendor' | 'created_by' | 'file_name' | 'file_bytes'
  >,
): Promise<void> {
  await tx
    .insertInto('deliveries')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('contract_id')
        // Literals: a plan for any statuses cannot know that the index holds these.
        .where(
          'status',
          'in',
          liveStatuses.map((status) => sql.lit(status)),
        )
        .where('superseded_at', 'is', null)
        .doNothing(),
    )
    .execute()
}

/** Locks and returns the unfinished delivery of a contract, or an unfinished twin for a listing; null without one. Call as the system. */
export async function lockLiveDelivery(tx: Tx, purpose: Purpose): Promise<DeliveryRow | null> {
  const found = await tx
    .selectFrom('deliveries')
    .selectAll()
    .where((eb) =>
      'contractId' in purpose
        ? eb('contract_id', '=', purpose.contractId)
        : eb.and([eb('id', '=', purpose.twinId), eb('contract_id', 'is', null)]),
    )
    .where('status', 'in', liveStatuses)
    .where('superseded_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

/** Returns the latest delivery of a contract, or a twin for a listing; null without one. */
export async function findLatestFor(tx: Tx, purpose: Purpose): Promise<DeliveryRow | null> {
  if ('contractId' in purpose) return await findLatestDelivery(tx, purpose.contractId)
  const found = await tx
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', purpose.twinId)
    .where('contract_id', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/**
 * Returns a delivery to draft, where its files can change. Call as the system, with the row locked.
 */
export async function setDraft(tx: Tx, id: string, reason: string | null): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ status: 'draft', run_id: null, ...fresh, stage: null, progress: 0, reason })
    .where('id', '=', id)
    .execute()
}

type Files = Pick<DeliveryRow, 'file_name' | 'file_count' | 'file_bytes' | 'notes'>

/** Fixes a delivery's files and starts the inspection. Call as the system, with the row locked. */
export async function setInspecting(tx: Tx, id: string, files: Files): Promise<DeliveryRow> {
  return await tx
    .updateTable('deliveries')
    .set({ ...files, status: 'inspecting', run_id: null, ...fresh, progress: 0, reason: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Sets a delivery to queued. Call as the system, with the row locked. */
export async function setQueued(tx: Tx, id: string): Promise<DeliveryRow> {
  return await tx
    .updateTable('deliveries')
    .set({ status: 'queued', run_id: null, ...fresh, progress: 0, reason: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Cancels a delivery. Call as the system, with the row locked. */
export async function setCancelled(tx: Tx, id: string, at: Date): Promise<DeliveryRow> {
  return await tx
    .updateTable('deliveries')
    .set({ status: 'cancelled', run_id: null, fault_since: null, reason: null, finished_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Found = {
  tables: ReviewedTable[]
  prints: TablePrint[]
  profiles?: Buffer
  profiles_original?: string
}

/** Saves the tables found with their prints and profiles, and discards earlier choices. Call as the system. */
export async function saveReview(
  tx: Tx,
  deliveryId: string,
  { tables, prints, profiles, profiles_original }: Found,
): Promise<void> {
  const review = {
    profiles: profiles ?? null,
    profiles_original: profiles_original ?? null,
    tables: JSON.stringify(tables),
    prints: JSON.stringify(prints),
    ...written({ choices: [], tables: [] }),
  }
  await tx
    .insertInto('app.delivery_reviews')
    .values({ delivery_id: deliveryId, ...review })
    .onConflict((conflict) => conflict.column('delivery_id').doUpdateSet(review))
    .execute()
}

/** Returns the prints of a delivery's tables; null where a release made the review that had none. Call as the system. */
export async function findPrints(tx: Tx, deliveryId: string): Promise<TablePrint[] | null> {
  const found = await tx
    .selectFrom('app.delivery_reviews')
    .select('prints')
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  return (found?.prints as TablePrint[] | null | undefined) ?? null
}

/** Sets the prints of a delivery's tables, or removes them. Call as the system. */
export async function setPrints(
  tx: Tx,
  deliveryId: string,
  prints: TablePrint[] | null,
): Promise<void> {
  await tx
    .updateTable('app.delivery_reviews')
    .set({ prints: prints && JSON.stringify(prints) })
    .where('delivery_id', '=', deliveryId)
    .execute()
}

/** Returns the sealed profiles of a delivery's columns, or undefined. Call as the system. */
export async function findProfiles(tx: Tx, deliveryId: string) {
  const found = await tx
    .selectFrom('app.delivery_reviews')
    .select(['profiles', 'profiles_original'])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  if (!found?.profiles || found.profiles_original === null) return undefined
  return { profiles: found.profiles, profiles_original: found.profiles_original }
}

/** Removes the profiles of a delivery's columns. Call as the system. */
export async function removeProfiles(tx: Tx, deliveryId: string): Promise<void> {
  await tx
    .updateTable('app.delivery_reviews')
    .set({ profiles: null, profiles_original: null })
    .where('delivery_id', '=', deliveryId)
    .execute()
}

export type Review = { tables: ReviewedTable[]; chosen: ReviewChoices }

/**
 * Returns the tables found and the vendor's choices, or null without a review. Call as the system.
 */
export async function findReview(tx: Tx, deliveryId: string): Promise<Review | null> {
  const found = await tx
    .selectFrom('app.delivery_reviews')
    .select(['tables', 'choices', 'table_choices'])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  if (!found) return null
  const { tables, choices, table_choices } = found
  return {
    tables: tables as ReviewedTable[],
    chosen: { choices, tables: table_choices } as ReviewChoices,
  }
}

/** Saves the vendor's choices. Call as the system. */
export async function saveChoices(
  tx: Tx,
  deliveryId: string,
  chosen: ReviewChoices,
): Promise<void> {
  await tx
    .updateTable('app.delivery_reviews')
    .set(written(chosen))
    .where('delivery_id', '=', deliveryId)
    .execute()
}

const written = ({ choices, tables }: ReviewChoices) => ({
  choices: JSON.stringify(choices),
  table_choices: JSON.stringify(tables),
})
