import type { DataContract, DprStatus } from '@semblance/contract'
import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

/**
 * Holds the condition of statuses that take offers, spelled as in the marketplace's partial
 * indexes.
 */
export const acceptsOffersSql = sql<boolean>`d.status in ('awaiting_offers', 'open')`

const summaryNames = [
  'id',
  'title',
  'category',
  'status',
  'budget_min_cents',
  'budget_max_cents',
  'timeline_days',
  'offers_count',
  'created_at',
] as const
export const ownColumns = [
  ...summaryNames.map((name) => `d.${name}` as const),
  'd.closes_at',
  'd.closed_at',
] as const

export type DprSummaryRow = Awaited<ReturnType<typeof insertDpr>>

export async function insertDpr(tx: Tx, row: Insertable<DB['dprs']>) {
  return await tx.insertInto('dprs').values(row).returning(summaryNames).executeTakeFirstOrThrow()
}

export async function insertDataContract(
  tx: Tx,
  dprId: string,
  content: DataContract,
): Promise<void> {
  await tx
    .insertInto('data_contracts')
    .values({ dpr_id: dprId, content: JSON.stringify(content) })
    .execute()
}

export const isAgreed = (eb: ExpressionBuilder<DB & { d: DB['dprs'] }, 'd'>) =>
  eb.exists(
    eb
      .selectFrom('offers as a')
      .select('a.id')
      .whereRef('a.dpr_id', '=', 'd.id')
      .where('a.status', '=', 'accepted'),
  )

/**
 * Returns a request with the reader's own offer and invitation, and with its contract if the caller
 * is a party.
 */
export async function findDprDetail(tx: Tx, id: string, reader: string | null) {
  return await tx
    .selectFrom('dprs as d')
    .leftJoin('companies as c', 'c.id', 'd.client')
    .leftJoin('dpr_invitations as i', (join) =>
      join.onRef('i.dpr_id', '=', 'd.id').on('i.vendor', '=', reader),
    )
    .leftJoin('data_contracts as t', 't.dpr_id', 'd.id')
    .leftJoin('contracts as k', (join) =>
      join.onRef('k.dpr_id', '=', 'd.id').on('k.status', '<>', 'cancelled'),
    )
    .select(ownColumns)
    .select((eb) => [
      'd.client',
      'd.client_name',
      'd.description',
      'd.use_case',
      'd.compliance_requirements',
      'd.delivery_format',
      'd.contacts',
      'd.notes',
      'd.specifications',
      'd.technical_requirements',
      'd.deliverables',
      'd.min_records',
      'd.min_accuracy_percent',
      'd.sample_records',
      'd.privacy_level',
      'd.more_rows',
      'd.license',
      'd.vendor_min_rating',
      'd.vendor_min_completed',
      'd.vendor_preferences',
      'd.review_days',
      'c.slug as client_slug',
      'i.created_at as invited_at',
      'i.message as invitation',
      'k.id as contract_id',
      't.content as data_contract',
      isAgreed(eb).as('is_agreed'),
      eb
        .exists(
          eb
            .selectFrom('offers as o')
            .select('o.id')
            .whereRef('o.dpr_id', '=', 'd.id')
            .where('o.vendor', '=', reader)
            .where('o.status', '<>', 'rejected'),
        )
        .as('offered'),
    ])
    .where('d.id', '=', id)
    .executeTakeFirst()
}

export type DprDetailRow = NonNullable<Awaited<ReturnType<typeof findDprDetail>>>

export async function findDpr(tx: Tx, id: string) {
  return await tx.selectFrom('dprs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Counts one more offer on a request that takes offers; nothing when it does not. */
export async function countOffer(tx: Tx, id: string, now: Date) {
  return await tx
    .updateTable('dprs as d')
    .set((eb) => ({ offers_count: eb('d.offers_count', '+', 1), status: 'open' }))
    .where('d.id', '=', id)
    .where(acceptsOffersSql)
    .where('d.closes_at', '>', now)
    .returningAll('d')
    .executeTakeFirst()
}

/** Returns the listing or the subscription that a request was made for, if any. */
export async function findPurchased(tx: Tx, id: string) {
  return await tx
    .selectFrom('dprs')
    .select(['listing_id', 'subscription_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Cancels the request of a purchase that nothing was delivered on. */
export async function endPurchase(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('dprs')
    .set({ status: 'cancelled', closed_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('listing_id', 'is not', null), eb('subscription_id', 'is not', null)]))
    .where('status', '=', 'accepted')
    .execute()
}

export async function setDprStatus(
  tx: Tx,
  id: string,
  status: DprStatus,
  closedAt: Date | null = null,
): Promise<string> {
  const { client } = await tx
    .updateTable('dprs')
    .set({ status, closed_at: closedAt })
    .where('id', '=', id)
    .returning('client')
    .executeTakeFirstOrThrow()
  return client
}
