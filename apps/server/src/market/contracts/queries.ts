import type { ContractStatus, PriceTerms, Side } from '@semblance/contract'
import { type Insertable, type Selectable, sql, type UpdateObject } from 'kysely'
import type { Page, Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type ContractRow = Selectable<DB['contracts']>
export type ContractChange = UpdateObject<DB, 'contracts'>

export async function insertContract(
  tx: Tx,
  row: Pick<
    Insertable<DB['contracts']>,
    | 'offer_id'
    | 'dpr_id'
    | 'client'
    | 'vendor'
    | 'title'
    | 'price_cents'
    | 'fee_bps'
    | 'fee_cents'
    | 'timeline_days'
    | 'review_days'
  >,
): Promise<ContractRow> {
  return await tx.insertInto('contracts').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes a contract that is in one of `from`; returns null otherwise. */
export async function claimContract(
  tx: Tx,
  id: string,
  from: readonly ContractStatus[],
  change: ContractChange,
): Promise<ContractRow | null> {
  const row = await tx
    .updateTable('contracts')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Changes a suspended contract that was in synthesis; false when it is not one. */
export async function redirectSuspended(
  tx: Tx,
  id: string,
  change: ContractChange,
): Promise<boolean> {
  const row = await tx
    .updateTable('contracts')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', ['disputed', 'awaiting_payment'])
    .where('resumes_as', '=', 'synthetic_processing')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the contract until the transaction ends. */
export async function lockContract(tx: Tx, id: string): Promise<ContractRow> {
  return await tx
    .selectFrom('contracts')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Locks the contract until the transaction ends. */
export async function lockContractOfOffer(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('contracts')
    .selectAll()
    .where('offer_id', '=', offerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Reads by which terms a contract's delivery is priced. */
export async function findPriceTerms(tx: Tx, id: string): Promise<PriceTerms> {
  return await tx
    .selectFrom('contracts as k')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .select([
      'k.price_cents as priceCents',
      'o.min_accuracy_percent as minAccuracyPercent',
      'o.target_accuracy_percent as targetAccuracyPercent',
      'o.floor_price_percent as floorPricePercent',
    ])
    .where('k.id', '=', id)
    .executeTakeFirstOrThrow()
}

type DueColumn =
  | 'due_price_cents'
  | 'due_accuracy_tenths'
  | 'due_accuracy_low_tenths'
  | 'due_accuracy_high_tenths'

export async function updateContractTerms(
  tx: Tx,
  id: string,
  terms: Pick<ContractRow, 'price_cents' | 'fee_cents' | 'timeline_days' | DueColumn>,
): Promise<ContractRow> {
  return await tx
    .updateTable('contracts')
    .set(terms)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const withNames = (tx: Tx) =>
  tx
    .selectFrom('contracts as k')
    .leftJoin('companies as c', 'c.id', 'k.client')
    .leftJoin('companies as v', 'v.id', 'k.vendor')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .selectAll('k')
    .select([
      'o.min_accuracy_percent',
      'o.target_accuracy_percent',
      'o.floor_price_percent',
      'c.name as client_name',
      'c.slug as client_slug',
      'v.name as vendor_name',
      'v.slug as vendor_slug',
    ])

export type NamedContract = Awaited<ReturnType<typeof listContractRows>>[number]

export async function listContractRows(
  tx: Tx,
  side: Side,
  organization: string,
  filter: {
    statuses: readonly ContractStatus[] | null
    search: string | undefined
    after: Position | null
    limit: Page['limit']
  },
) {
  const { statuses, search, after, limit } = filter
  const otherName = side === 'client' ? sql.ref('v.name') : sql.ref('c.name')
  return await withNames(tx)
    .where(`k.${side}`, '=', organization)
    .$if(statuses !== null, (query) => query.where('k.status', 'in', statuses!))
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`position(lower(${search}) in lower(concat_ws(' ', k.title, k.id, ${otherName}))) > 0`,
      ),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(k.created_at, k.id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function findContract(tx: Tx, id: string, parties: string[]) {
  return await tx
    .selectFrom('contracts')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('client', 'in', parties), eb('vendor', 'in', parties)]))
    .executeTakeFirst()
}

export async function findLiveContractOfDpr(tx: Tx, dprId: string, parties: string[]) {
  return await tx
    .selectFrom('contracts')
    .selectAll()
    .where('dpr_id', '=', dprId)
    .where('status', '<>', 'cancelled')
    .where((eb) => eb.or([eb('client', 'in', parties), eb('vendor', 'in', parties)]))
    .executeTakeFirst()
}

/** Finds a contract with the promises of its offer and the requirements of its request. */
export async function findContractDetail(tx: Tx, id: string, parties: string[]) {
  return await withNames(tx)
    .innerJoin('dprs as d', 'd.id', 'k.dpr_id')
    .select([
      'o.description as offer_description',
      'o.revision as offer_revision',
      'o.deliverables',
      'o.payment_structure',
      'o.data_formats',
      'o.delivery_method',
      'o.support_period',
      'o.sample_description',
      'o.sample_records',
      'o.privacy_level',
      'o.more_rows',
      'o.license',
      'o.created_at as offered_at',
      'd.category',
      'd.use_case',
      'd.compliance_requirements',
      'd.min_records',
      sql<boolean>`exists (select from data_contracts t where t.dpr_id = d.id)`.as(
        'has_data_contract',
      ),
      sql<boolean>`exists (select from reviews r where r.contract_id = k.id)`.as('is_reviewed'),
      sql<Date | null>`(select d.finished_at from deliveries d
        where d.contract_id = k.id and d.status = 'ready' order by d.id desc limit 1)`.as(
        'support_starts_at',
      ),
    ])
    .where('k.id', '=', id)
    .where((eb) => eb.or([eb('k.client', 'in', parties), eb('k.vendor', 'in', parties)]))
    .executeTakeFirst()
}
export type ContractDetailRow = NonNullable<Awaited<ReturnType<typeof findContractDetail>>>

/** Claims the reminder sent `days` before the review ends. Returns false if it, or a later one, was sent. */
export async function claimReviewReminder(
  tx: Tx,
  contractId: string,
  days: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('contracts')
    .set({ reminded_days: days })
    .where('id', '=', contractId)
    .where('status', '=', 'pending_review')
    .where((eb) => eb.or([eb('reminded_days', 'is', null), eb('reminded_days', '>', days)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Moves the due time of a contract's delivery by the milliseconds in which the platform held it.
 * Requires the system role.
 */
export async function addHeldTime(tx: Tx, id: string, heldMs: number): Promise<void> {
  await tx
    .updateTable('contracts')
    .set({ held_ms: sql<bigint>`held_ms + ${heldMs}` })
    .where('id', '=', id)
    .execute()
}
