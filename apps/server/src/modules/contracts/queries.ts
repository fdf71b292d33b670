import type { ContractStage, ContractStatus } from '@semblance/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Page, Position } from '../../platform/cursor.ts'
import type { DB } from '../../platform/database.gen.ts'
import type { Tx } from '../../platform/db.ts'

export type ContractRow = Selectable<DB['contracts']>

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
    | 'fee_cents'
    | 'timeline_days'
  >,
): Promise<ContractRow> {
  return await tx.insertInto('contracts').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The change, made only where the contract is in one of `from`: null when it was not. */
export async function claimContract(
  tx: Tx,
  id: string,
  from: readonly ContractStatus[],
  change: {
    status: ContractStatus
    stage: ContractStage | null
    funded_at?: Date
    submitted_at?: Date | null
    delivered_at?: Date
    completed_at?: Date
  },
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

const withNames = (tx: Tx) =>
  tx
    .selectFrom('contracts as k')
    .leftJoin('companies as c', 'c.id', 'k.client')
    .leftJoin('companies as v', 'v.id', 'k.vendor')
    .selectAll('k')
    .select(['c.name as client_name', 'v.name as vendor_name'])

export type NamedContract = Awaited<ReturnType<typeof listContractRows>>[number]

export async function listContractRows(
  tx: Tx,
  side: 'client' | 'vendor',
  organization: string,
  after: Position | null,
  limit: Page['limit'],
) {
  return await withNames(tx)
    .where(`k.${side}`, '=', organization)
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

/** With what the offer promised and the request asked for. */
export async function findContractDetail(tx: Tx, id: string, parties: string[]) {
  return await withNames(tx)
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .innerJoin('dprs as d', 'd.id', 'k.dpr_id')
    .select([
      'o.description as offer_description',
      'd.category',
      'd.delivery_format',
      'd.use_case',
      'd.compliance_requirements',
    ])
    .where('k.id', '=', id)
    .where((eb) => eb.or([eb('k.client', 'in', parties), eb('k.vendor', 'in', parties)]))
    .executeTakeFirst()
}
