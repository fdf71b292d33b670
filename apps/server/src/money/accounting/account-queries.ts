/** Reads accounts and entries of the ledger for staff. Requires the system role. */
import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'

export type AccountRow = {
  id: bigint
  code: string
  kind: string
  meaning: string
  normal: number
  mode: 'strict' | 'deferred'
  subject: string | null
  contract_id: string | null
  debits: bigint
  credits: bigint
}

const accounts = sql`
  select a.id, a.code, a.kind, c.meaning, c.normal, c.mode, coalesce(o.name, k.title) as subject, a.contract_id, b.debits, b.credits
  from ledger.account a
  join ledger.chart c on c.kind = a.kind
  join ledger.current_balance b on b.account_id = a.id
  left join public.organizations o on o.id = a.org_id
  left join public.contracts k on k.id = a.contract_id`

export async function findAccount(tx: Tx, code: string): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`${accounts} where a.code = ${code}`.execute(tx)
  return rows[0] ?? null
}

/**
 * Lists accounts by code, after the previous page's last code. Returns one row more than the page.
 */
export async function listAccounts(
  tx: Tx,
  filter: { search: string; kind: string | undefined; after: string | undefined; limit: number },
): Promise<AccountRow[]> {
  const { search, kind, after, limit } = filter
  const { rows } = await sql<AccountRow>`${accounts}
    where a.code > ${after ?? ''}
      and (${kind ?? null}::text is null or a.kind = ${kind ?? null})
      and (${search} = '' or strpos(lower(concat_ws(' ', a.code, o.name, o.organization_id, k.title)), lower(${search})) > 0)
    order by a.code limit ${limit + 1}`.execute(tx)
  return rows
}

export type Period = { from?: string; to?: string }

/** Selects entries of the period, in UTC, both days inclusive. */
const within = ({ from, to }: Period) => sql`
  (${from ?? null}::date is null or e.effective_at >= ${from ?? null}::date::timestamp at time zone 'UTC')
  and (${to ?? null}::date is null or e.effective_at < (${to ?? null}::date + 1)::timestamp at time zone 'UTC')`

export type StatementRow = {
  entry_id: string
  leg: number
  kind: string
  effective_at: Date
  contract_id: string | null
  other_code: string
  other_subject: string | null
  amount: bigint
  after: bigint
}

/**
 * Lists movements, newest first in the order of posting: by version if the account has one, else by
 * transaction. The balance after each line is today's minus all later movements, so the first pages
 * read little.
 */
export async function listStatement(
  tx: Tx,
  { id, normal, mode, debits, credits }: AccountRow,
  filter: Period & { after: { entryId: string; leg: number } | null; limit: number },
): Promise<StatementRow[]> {
  const { after, limit } = filter
  const newest = sql.raw(
    mode === 'strict' ? 'l.version desc' : 'l.xact desc, l.entry_id desc, l.leg desc',
  )
  const total = BigInt(normal) * (debits - credits)
  const older = after
    ? mode === 'strict'
      ? sql`l.version < (select version from legs where entry_id = ${after.entryId} and leg = ${after.leg} limit 1)`
      : sql`(l.xact, l.entry_id, l.leg) < (select xact, entry_id, leg from legs where entry_id = ${after.entryId} and leg = ${after.leg} limit 1)`
    : sql`true`
  const { rows } = await sql<StatementRow>`
    with legs as (
      select entry_id, leg, xact, dr_version as version, cr as other, ${normal}::bigint * amount as amount
      from ledger.movement where dr = ${id}
      union all
      select entry_id, leg, xact, cr_version, dr, -${normal}::bigint * amount from ledger.movement where cr = ${id}),
    lines as (
      select l.*, (${total} - sum(amount) over (order by ${newest} rows unbounded preceding) + amount)::bigint as after from legs l)
    select l.entry_id, l.leg, e.kind, e.effective_at, e.contract_id, o.code as other_code, g.name as other_subject, l.amount, l.after
    from lines l join ledger.entry e on e.id = l.entry_id join ledger.account o on o.id = l.other
    left join public.organizations g on g.id = o.org_id
    where ${older} and ${within(filter)}
    order by ${newest} limit ${limit + 1}`.execute(tx)
  return rows
}

export type EntryRow = {
  id: string
  kind: string
  idem_key: string
  contract_id: string | null
  organization_name: string | null
  effective_at: Date
  recorded_at: Date
  legs: {
    dr: string
    drSubject: string | null
    cr: string
    crSubject: string | null
    amount: string
  }[]
}

/** Lists entries, newest first; one row more than the page. */
export async function listEntries(
  tx: Tx,
  filter: Period & {
    entryId?: string
    kind?: string
    contractId?: string
    organization?: string
    after: Position | null
    limit: number
  },
): Promise<EntryRow[]> {
  const { entryId, kind, contractId, organization, after, limit } = filter
  const { rows } = await sql<EntryRow>`
    select e.id, e.kind, e.idem_key, e.contract_id, o.name as organization_name, e.effective_at, e.recorded_at,
      (select json_agg(json_build_object('dr', dr.code, 'drSubject', od.name, 'cr', cr.code, 'crSubject', oc.name, 'amount', m.amount::text) order by m.leg)
        from ledger.movement m join ledger.account dr on dr.id = m.dr join ledger.account cr on cr.id = m.cr
        left join public.organizations od on od.id = dr.org_id left join public.organizations oc on oc.id = cr.org_id
        where m.entry_id = e.id) as legs
    from ledger.entry e left join public.organizations o on o.id = e.org_id
    where ${within(filter)}
      and ${entryId ? sql`e.id = ${entryId}` : sql`true`}
      and (${kind ?? null}::text is null or e.kind = ${kind ?? null})
      and (${contractId ?? null}::text is null or e.contract_id = upper(${contractId ?? null}))
      and ${organization ? movesMoneyOf(organization) : sql`true`}
      and ${after ? sql`(e.effective_at, e.id) < (${after.at}, ${after.id})` : sql`true`}
    order by e.effective_at desc, e.id desc limit ${limit + 1}`.execute(tx)
  return rows
}

const movesMoneyOf = (organization: string) => sql`exists (
  select from public.organizations f
  where (f.id = e.org_id or exists (
      select from ledger.movement m join ledger.account a on a.id in (m.dr, m.cr)
      where m.entry_id = e.id and a.org_id = f.id))
    and strpos(lower(f.name || ' ' || f.organization_id), lower(${organization})) > 0)`
