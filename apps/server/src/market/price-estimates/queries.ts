import type { Category, PrivacyLevel } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { GroupFigures, LikeContract } from './price-groups.ts'

type ContractRow = {
  id: string
  vendor: string
  client: string
  is_sample: boolean
  category: Category
  privacy_level: PrivacyLevel
  columns: number | null
  records: bigint | null
  price_cents: bigint
  days: number
  answer_days: number
  completed_at: Date
  key: string | null
}

const contractColumns = sql`
  k.id, k.vendor, k.client, o.is_sample, d.category, d.privacy_level, k.price_cents, k.completed_at,
  cardinality(app.contract_columns(t.content)) as columns, d.min_records as records, g.key,
  greatest(1, ceil((extract(epoch from k.delivered_at - k.funded_at) - k.held_ms / 1000.0) / 86400))::integer as days,
  coalesce((select extract(epoch from min(a.created_at) - d.created_at) / 86400 from offers a where a.dpr_id = d.id), 0)::float8 as answer_days
  from contracts k join dprs d on d.id = k.dpr_id and d.listing_id is null and d.subscription_id is null join organizations o on o.id = k.client
  left join data_contracts t on t.dpr_id = d.id left join app.price_group_contracts g on g.contract_id = k.id`

/** Locks against a second run, and lists completed contracts that no group counts. */
export async function listWaiting(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('price_groups', 0))`.execute(tx)
  const { rows } = await sql<ContractRow>`select ${contractColumns}
    where k.status = 'completed' and k.completed_at is not null and k.delivered_at is not null
      and k.funded_at is not null and g.contract_id is null order by k.completed_at, k.id`.execute(
    tx,
  )
  return rows.map((row) => ({ isSample: row.is_sample, contract: toContract(row) }))
}

export async function listOfGroup(tx: Tx, key: string): Promise<LikeContract[]> {
  const { rows } = await sql<ContractRow>`select ${contractColumns} where g.key = ${key}`.execute(
    tx,
  )
  return rows.map(toContract)
}

const toContract = (row: ContractRow): LikeContract => ({
  id: row.id,
  vendor: row.vendor,
  client: row.client,
  category: row.category,
  privacyLevel: row.privacy_level,
  columns: row.columns ?? undefined,
  records: row.records === null ? undefined : Number(row.records),
  priceCents: Number(row.price_cents),
  days: row.days,
  answerDays: Math.max(0, row.answer_days),
  completedAt: row.completed_at,
})

/** Lists the groups with contracts whose figures are not stored, or not those of this release. */
export async function listUnsaved(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct c.key from app.price_group_contracts c left join app.price_groups g using (key)
    where g.low_answer_days is null order by c.key`.execute(tx)
  return rows.map(({ key }) => key)
}

export async function addToGroup(tx: Tx, key: string, contractIds: readonly string[]) {
  await tx
    .insertInto('app.price_group_contracts')
    .values(contractIds.map((contract_id) => ({ contract_id, key })))
    .execute()
}

export async function saveGroup(tx: Tx, key: string, figures: GroupFigures): Promise<void> {
  const row = {
    contracts: figures.contracts,
    vendors: figures.vendors,
    low_cents: BigInt(figures.lowCents),
    high_cents: BigInt(figures.highCents),
    low_days: figures.lowDays,
    high_days: figures.highDays,
    low_answer_days: figures.lowAnswerDays,
    high_answer_days: figures.highAnswerDays,
    since: figures.since,
    updated_at: new Date(),
  }
  await tx
    .insertInto('app.price_groups')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

export async function findGroups(tx: Tx, keys: readonly string[]) {
  return await tx.selectFrom('app.price_groups').selectAll().where('key', 'in', keys).execute()
}
