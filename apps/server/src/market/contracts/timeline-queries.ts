/**
 * Reads a contract's events from the rows of the modules that caused them, as far as the caller may
 * see them.
 */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Changes of the offer's terms, oldest first. */
export async function listRevisions(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('offer_revisions as r')
    .leftJoin('companies as c', 'c.id', 'r.changed_by')
    .select(['r.revision', 'r.changed_by', 'c.name', 'r.changes', 'r.created_at'])
    .where('r.offer_id', '=', offerId)
    .orderBy('r.revision')
    .execute()
}

/** Returns the pending proposal of changed terms. */
export async function findPendingProposal(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('proposals as p')
    .leftJoin('companies as c', 'c.id', 'p.proposed_by')
    .select(['p.proposed_by', 'c.name', 'p.changes'])
    .where('p.offer_id', '=', offerId)
    .where('p.status', '=', 'pending')
    .executeTakeFirst()
}

/** Limits the attempts shown. Older ones are omitted. */
const MAX_ATTEMPTS = 50

/** Lists attempts, oldest first. */
export async function listAttempts(tx: Tx, contractId: string) {
  const rows = await tx
    .selectFrom('deliveries')
    .select(['id', 'status', 'stage', 'file_name', 'created_at', 'finished_at', 'superseded_at'])
    .select(['is_measured_by_vendor', 'is_connected'])
    .where('contract_id', '=', contractId)
    .where('status', 'in', [
      'measuring',
      'queued',
      'processing',
      'held',
      'refused',
      'failed',
      'ready',
    ])
    .orderBy('id', 'desc')
    .limit(MAX_ATTEMPTS)
    .execute()
  return rows.reverse()
}
export type Attempt = Awaited<ReturnType<typeof listAttempts>>[number]

/** Returns the time of the vendor's first upload, or null. Call as the system. */
export async function findFirstUpload(tx: Tx, contractId: string): Promise<Date | null> {
  const { at } = await tx
    .selectFrom('uploads')
    .select(sql<Date | null>`min(created_at)`.as('at'))
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  return at
}
