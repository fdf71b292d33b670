/**
 * Searches the rows of all organizations for staff. Requires the system role. Words find a row by
 * its own content and by its owner; an ID also finds what belongs to that contract or request. Each
 * way has an index.
 */
import { type StaffHitKind, staffHitKinds } from '@semblance/contract'
import { type RawBuilder, sql } from 'kysely'
import { nameOrEmail } from '../../platform/database/names.ts'
import type { Part } from './hit-rows.ts'
import { hasWords, type SearchQuery } from './parse-query.ts'

type Sql = RawBuilder<unknown>

type Kind = {
  table: Sql
  /** Selects from the row `x`: id, title, detail, status, page. */
  columns: Sql
  /** Conditions that each find some of the rows; together they find all. */
  ways: (asked: SearchQuery) => Sql[]
  /** The newest first: a moment and a text ID, or a UUID, which rises with time. */
  order: { at: Sql; id: Sql } | { uuid: Sql }
}

const isIn = (column: Sql, { ids }: SearchQuery) => sql`${column} = any (${ids})`
const isUuid = (column: Sql, { uuid }: SearchQuery) => sql`${column} = ${uuid}::uuid`
/** Limits the organizations that match a typed name. More than these share no name that a user would type. */
const MAX_PARTIES = 20
/** Matches rows of an organization whose name, public ID or address was typed. */
const isOf = (column: Sql, asked: SearchQuery) => sql`${column} = any (array(
  select o.id from organizations o
  where ${hasWords(sql`o.organization_id || ' ' || o.name || ' ' || o.email`, asked)} limit ${MAX_PARTIES}))`

const nameOf = (organization: Sql) =>
  sql`(select o.name from organizations o where o.id = ${organization})`
const dollars = (cents: Sql) => sql`to_char(${cents} / 100.0, 'FM$999,999,999,990.00')`

const kinds: Record<StaffHitKind, Kind> = {
  organization: {
    table: sql`organizations`,
    columns: sql`x.id::text, x.name, x.email,
      case when x.is_active then 'active' when x.is_terminated then 'terminated' else 'suspended' end, x.organization_id`,
    ways: (asked) => [
      hasWords(sql`x.organization_id || ' ' || x.name || ' ' || x.email`, asked),
      isUuid(sql`x.id`, asked),
    ],
    order: { uuid: sql`x.id` },
  },
  user: {
    table: sql`(select * from profiles where membership <> 'service')`,
    columns: sql`x.user_id::text, ${nameOrEmail('x')},
      concat_ws(' · ', x.email, ${nameOf(sql`x.organization`)}), x.membership, x.email`,
    ways: (asked) => [
      hasWords(
        sql`x.user_id::text || ' ' || x.first_name || ' ' || x.last_name || ' ' || x.email`,
        asked,
      ),
      isOf(sql`x.organization`, asked),
    ],
    order: { uuid: sql`x.user_id` },
  },
  application: {
    table: sql`business_applications`,
    columns: sql`x.id::text, x.business_name, x.business_email, x.status, x.status`,
    ways: (asked) => [
      hasWords(
        sql`x.id::text || ' ' || x.business_name || ' ' || x.business_email || ' ' || x.contact_person`,
        asked,
      ),
    ],
    order: { uuid: sql`x.id` },
  },
  request: {
    table: sql`dprs`,
    columns: sql`x.id, x.title, x.client_name, x.status, null`,
    ways: (asked) => [
      hasWords(sql`x.id || ' ' || x.title || ' ' || x.client_name`, asked),
      isOf(sql`x.client`, asked),
    ],
    order: { at: sql`x.created_at`, id: sql`x.id` },
  },
  offer: {
    table: sql`offers`,
    columns: sql`x.id, (select d.title from dprs d where d.id = x.dpr_id),
      concat_ws(' · ', ${nameOf(sql`x.vendor`)}, ${dollars(sql`x.price_cents`)}), x.status, x.dpr_id`,
    ways: (asked) => [
      isIn(sql`x.id`, asked),
      isIn(sql`x.dpr_id`, asked),
      isOf(sql`x.client`, asked),
      isOf(sql`x.vendor`, asked),
    ],
    order: { at: sql`x.created_at`, id: sql`x.id` },
  },
  contract: {
    table: sql`contracts`,
    columns: sql`x.id, x.title,
      concat_ws(' · ', ${nameOf(sql`x.client`)}, ${nameOf(sql`x.vendor`)}, ${dollars(sql`x.price_cents`)}), x.status, null`,
    ways: (asked) => [
      hasWords(sql`x.id || ' ' || x.offer_id || ' ' || x.dpr_id || ' ' || x.title`, asked),
      isOf(sql`x.client`, asked),
      isOf(sql`x.vendor`, asked),
    ],
    order: { at: sql`x.created_at`, id: sql`x.id` },
  },
  dispute: {
    table: sql`disputes`,
    columns: sql`x.id, x.title, x.contract_id, x.status, null`,
    ways: (asked) => [hasWords(sql`x.id || ' ' || x.contract_id || ' ' || x.title`, asked)],
    order: { at: sql`x.opened_at`, id: sql`x.id` },
  },
  payment: {
    table: sql`payments`,
    columns: sql`x.id::text, x.account_holder, concat_ws(' · ',
      'TXN-' || upper(right(replace(x.id::text, '-', ''), 8)), x.contract_id, ${dollars(sql`x.amount_cents`)}), x.state, x.contract_id`,
    ways: (asked) => [
      hasWords(sql`x.id::text || ' ' || x.contract_id || ' ' || x.account_holder`, asked),
      isOf(sql`x.client`, asked),
    ],
    order: { uuid: sql`x.id` },
  },
  payout: {
    table: sql`payouts`,
    columns: sql`x.id::text, ${nameOf(sql`x.vendor`)},
      concat_ws(' · ', ${dollars(sql`x.amount_cents`)}, x.bank_name, '…' || x.account_last4), x.state,
      (select o.organization_id from organizations o where o.id = x.vendor)`,
    ways: (asked) => [isUuid(sql`x.id`, asked), isOf(sql`x.vendor`, asked)],
    order: { uuid: sql`x.id` },
  },
  entry: {
    table: sql`ledger.entry`,
    columns: sql`x.id::text, x.kind, concat_ws(' · ', x.idem_key, x.contract_id), null, null`,
    ways: (asked) => [
      isUuid(sql`x.id`, asked),
      sql`x.idem_key = ${asked.text}`,
      isIn(sql`x.contract_id`, asked),
    ],
    order: { uuid: sql`x.id` },
  },
  ticket: {
    table: sql`support_tickets`,
    columns: sql`x.id, x.subject, concat_ws(' · ', x.name, nullif(x.email, '')), x.status, x.status`,
    ways: (asked) => [
      hasWords(
        sql`x.id || ' ' || x.subject || ' ' || x.name || ' ' || x.email || ' ' || coalesce(x.contract_id, '')`,
        asked,
      ),
    ],
    order: { at: sql`x.created_at`, id: sql`x.id` },
  },
  mail: {
    table: sql`app.mails`,
    columns: sql`x.id::text, x.subject, x.recipient,
      case when x.failed_at is not null then 'failed' when x.sent_at is not null then 'sent' else 'waiting' end, x.recipient`,
    ways: (asked) => [
      hasWords(sql`x.recipient || ' ' || x.subject`, asked),
      isUuid(sql`x.id`, asked),
    ],
    order: { uuid: sql`x.id` },
  },
}

/**
 * Selects one kind's hits, newest first, after the one that `after` names. "offset 0" separates the
 * order from each way's plan: under policies the planner cannot estimate how rare a word is, and
 * would scan the whole table, newest first. The displayed columns are read only for the selected
 * rows.
 */
function part(kind: StaffHitKind, asked: SearchQuery, limit: number, after?: string): Part {
  const { table, columns, ways, order } = kinds[kind]
  const { at, id } = 'uuid' in order ? { at: sql`null::timestamptz`, id: order.uuid } : order
  const found = ways(asked).map(
    (way) =>
      sql`(select ${at}, ${id} from ${table} x where ${way} and ${isBehind(kind, after)} offset 0)`,
  )
  return sql`select ${sql.lit(kind)}, ${columns}, null from (
      select at, id from (${sql.join(found, sql` union `)}) found (at, id) order by at desc, id desc limit ${limit}
    ) newest join ${table} x on ${id} = newest.id
    order by newest.at desc, newest.id desc`
}

function isBehind(kind: StaffHitKind, after: string | undefined): Sql {
  const { table, order } = kinds[kind]
  if (after === undefined) return sql`true`
  if ('uuid' in order) return sql`${order.uuid} < ${after}::uuid`
  return sql`(${order.at}, ${order.id}) < (select ${order.at}, ${order.id} from ${table} x where x.id = ${after})`
}

/** Returns parts for the newest records of every kind. */
export const staffSources = (asked: SearchQuery, limit: number): Part[] =>
  staffHitKinds.map((kind) => part(kind, asked, limit))

/** Returns a part for one page; one row more than the page. */
export const pagePart = (
  kind: StaffHitKind,
  asked: SearchQuery,
  { after, limit }: { after?: string; limit: number },
): Part => part(kind, asked, limit + 1, after)

/** Returns true if a kind's IDs are UUIDs. Its cursors then have to be UUIDs, too. */
export const hasUuids = (kind: StaffHitKind) => 'uuid' in kinds[kind].order
