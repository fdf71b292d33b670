import type { OrganizationStatus } from '@semblance/contract'
import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { fullName } from '../../platform/database/names.ts'

const status = sql<OrganizationStatus>`case when o.is_active then 'active' when o.is_terminated then 'terminated' else 'suspended' end`

/** Whole milliseconds, as cursors keep them. */
const listedAt = sql<Date>`date_trunc('milliseconds', o.created_at)`

const organizations = (tx: Tx) =>
  tx
    .selectFrom('organizations as o')
    .leftJoin('profiles as by', 'by.user_id', 'o.status_changed_by')
    .selectAll('o')
    .select([
      status.as('status'),
      listedAt.as('listed_at'),
      fullName('by').as('status_changed_by_name'),
      sql<number>`(select count(*)::integer from profiles p where p.organization = o.id and p.membership = 'active')`.as(
        'members_count',
      ),
      sql<number>`(select count(*)::integer from contracts c where (c.client = o.id or c.vendor = o.id)
        and c.status not in ('completed', 'cancelled'))`.as('open_contracts_count'),
    ])

export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findOrganization>>>

export async function findOrganization(tx: Tx, id: string) {
  return (await organizations(tx).where('o.id', '=', id).executeTakeFirst()) ?? null
}

/** Lists organizations, newest first; one row more than the page. */
export async function listOrganizations(
  tx: Tx,
  filter: {
    search: string
    status?: OrganizationStatus
    after: Position | null
    limit: number
  },
) {
  const { search, after, limit } = filter
  return await organizations(tx)
    .$if(filter.status !== undefined, (query) => query.where(status, '=', filter.status!))
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`strpos(lower(concat_ws(' ', o.name, o.organization_id, o.email, o.id)), lower(${search})) > 0`,
      ),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${listedAt}, o.id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy(listedAt, 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/**
 * Sums an organization's contracts and money. Call as the system: callers' roles cannot read the
 * ledger.
 */
export async function findStakes(tx: Tx, id: string) {
  const { rows } = await sql<{
    contracts: number
    completed: number
    held: bigint
    released: bigint
  }>`
    with own as (select id, status from public.contracts where client = ${id} or vendor = ${id})
    select count(*)::integer as contracts, count(*) filter (where status = 'completed')::integer as completed,
      (select coalesce(sum(b.credits - b.debits), 0)::bigint from ledger.account a join ledger.balance b on b.account_id = a.id
        where a.contract_id in (select id from own) and a.kind in ('escrow', 'escrow_frozen')) as held,
      (select coalesce(sum(m.amount), 0)::bigint from ledger.account a join ledger.movement m on m.dr = a.id
        join ledger.account t on t.id = m.cr and t.kind = 'payable'
        where a.contract_id in (select id from own) and a.kind in ('escrow', 'escrow_frozen')) as released
    from own`.execute(tx)
  return rows[0]!
}

export async function listMembers(tx: Tx, organization: string) {
  return await tx
    .selectFrom('profiles')
    .select(['user_id', 'email'])
    .where('organization', '=', organization)
    .where('membership', '=', 'active')
    .execute()
}
