import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Evidence } from '../../platform/key-store/key-store.ts'

export type DestructionRow = Selectable<DB['app.destructions']>

/** Names the delivery or the offer whose originals end. */
export type Owner = { deliveryId: string } | { offerId: string }

const columnsOf = (owner: Owner) =>
  'deliveryId' in owner
    ? { delivery_id: owner.deliveryId, offer_id: null }
    : { delivery_id: null, offer_id: owner.offerId }

const isOf = (owner: Owner) =>
  'deliveryId' in owner
    ? sql<boolean>`delivery_id = ${owner.deliveryId}`
    : sql<boolean>`offer_id = ${owner.offerId}`

type Asked = Pick<Insertable<DB['app.destructions']>, 'original' | 'bytes' | 'key_store' | 'why'>

/** Enters originals that are to be destroyed; leaves those that are entered already. */
export async function insertDestructions(tx: Tx, owner: Owner, asked: Asked[]): Promise<void> {
  const rows = asked.map((one) => ({ ...one, ...columnsOf(owner) }))
  await tx
    .insertInto('app.destructions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists the originals that are still to be destroyed, in the order in which they ended. */
export async function listPending(tx: Tx, owner: Owner): Promise<DestructionRow[]> {
  return await tx
    .selectFrom('app.destructions')
    .selectAll()
    .where(isOf(owner))
    .where('destroyed_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('original')
    .execute()
}

/** Records a destruction. Returns false if it is recorded already. */
export async function setDestroyed(
  tx: Tx,
  original: string,
  { method, ...facts }: Evidence,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.destructions')
    .set({ method, evidence: JSON.stringify(facts), destroyed_at: at })
    .where('original', '=', original)
    .where('destroyed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists owners of originals that ended before a moment, and that no job will destroy. */
export async function listWithoutJob(tx: Tx, askedBefore: Date): Promise<Owner[]> {
  const rows = await tx
    .selectFrom('app.destructions')
    .select(['delivery_id', 'offer_id'])
    .distinct()
    .where('destroyed_at', 'is', null)
    .where('asked_at', '<', askedBefore)
    .where(
      sql<boolean>`not exists (select from app.jobs j where j.state <> 'failed'
        and j.task = 'original.destroy' and coalesce(j.payload ->> 'deliveryId', j.payload ->> 'offerId')
          = coalesce(delivery_id::text, offer_id))`,
    )
    .execute()
  return rows.flatMap(({ delivery_id, offer_id }): Owner[] => [
    ...(delivery_id === null ? [] : [{ deliveryId: delivery_id }]),
    ...(offer_id === null ? [] : [{ offerId: offer_id }]),
  ])
}

/** Returns those of some IDs that are still to be destroyed. */
export async function listPendingOf(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('app.destructions')
    .select('original')
    .where('original', 'in', ids)
    .where('destroyed_at', 'is', null)
    .execute()
  return rows.map(({ original }) => original)
}

/** Returns the deal that originals serve, which a twin for a listing is itself, with the vendor that sent them. Null if it is gone. */
export async function findDealOf(
  tx: Tx,
  owner: Owner,
): Promise<{ id: string; contract: string | null; vendor: string } | null> {
  const deal =
    'deliveryId' in owner
      ? tx
          .selectFrom('deliveries')
          .select([
            sql<string>`coalesce(contract_id, id::text)`.as('id'),
            'contract_id as contract',
            'vendor',
          ])
          .where('id', '=', owner.deliveryId)
      : tx
          .selectFrom('offers')
          .select(['id', sql<null>`null`.as('contract'), 'vendor'])
          .where('id', '=', owner.offerId)
  return (await deal.executeTakeFirst()) ?? null
}

/** Returns the SHA-256 of uploaded originals by their IDs, in lower-case hexadecimal. */
export async function findHashes(tx: Tx, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('uploads')
    .select(['id', 'sha256'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]))
}

/** Returns true if a server of a release before a migration holds a lease, by its level. Requires the system role. */
export async function hasServersBelow(tx: Tx, level: number): Promise<boolean> {
  const row = await tx
    .selectFrom('app.workers')
    .select('id')
    .where(sql<boolean>`coalesce(schema_level, 0) < ${level}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
