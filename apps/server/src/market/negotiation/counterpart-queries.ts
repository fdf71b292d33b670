import type { Side } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Lists the public data of these companies. Omits companies whose account is closed. */
export async function listCompanies(tx: Tx, ids: string[]) {
  if (ids.length === 0) return []
  return await tx
    .selectFrom('companies')
    .select(['id', 'slug', 'name'])
    .where('id', 'in', ids)
    .execute()
}

/** Lists the presence of organizations that have had a user online. Requires the system role. */
export async function listPresence(tx: Tx, organizations: string[], now: Date) {
  if (organizations.length === 0) return []
  return await tx
    .selectFrom('presence')
    .select((eb) => [
      'organization',
      eb.fn.max('seen_at').as('seen_at'),
      sql<boolean>`max(online_until) > ${now}`.as('is_online'),
    ])
    .where('organization', 'in', organizations)
    .groupBy('organization')
    .execute()
}

/** Maps user IDs to first and last names. Call as the system. */
export async function listPeople(tx: Tx, userIds: string[]) {
  if (userIds.length === 0) return []
  return await tx
    .selectFrom('profiles')
    .select(['user_id', 'first_name', 'last_name'])
    .where('user_id', 'in', userIds)
    .execute()
}

export type ContactRow = { id: string; name: string }

export type ContactFilter = {
  organization: string
  side: Side
  search?: string
  /** Fixes the time at which users count as online, for all pages of one list. */
  onlineAt: Date
  /** The last one of the page before. */
  after: ContactRow | null
  limit: number
}

/**
 * Names the columns of `conversations` that hold the organization and its counterpart, seen from
 * one side.
 */
function columns(side: Side) {
  const [own, other, name] =
    side === 'client' ? ['client', 'vendor', 'vendor_sort'] : ['vendor', 'client', 'client_sort']
  return { own: sql.ref(own), other: sql.ref(other), name: sql.ref(name) }
}

/** Lists counterparts with a user online, by name. Requires the system role. */
export async function listOnlineContacts(tx: Tx, filter: ContactFilter): Promise<ContactRow[]> {
  const { other } = columns(filter.side)
  const online = sql`c.${other} in (select p.organization from presence p where p.online_until > ${filter.onlineAt})`
  return await listDistinct(tx, filter, online)
}

/** Lists counterparts that are offline, by name. Call as the system. */
export async function listOfflineContacts(tx: Tx, filter: ContactFilter): Promise<ContactRow[]> {
  const { other } = columns(filter.side)
  const offline = sql`not exists (select from presence p
    where p.organization = c.${other} and p.online_until > ${filter.onlineAt})`
  if (filter.search) return await listDistinct(tx, filter, offline)
  const found: ContactRow[] = []
  let { after } = filter
  for (;;) {
    const rows = await stepByName(tx, { ...filter, after })
    found.push(...rows.filter(({ is_online }) => !is_online))
    if (rows.length < filter.limit || found.length >= filter.limit) break
    after = rows.at(-1)!
  }
  return found.slice(0, filter.limit)
}

/** Steps from name to name along the index, so that the many conversations with one counterpart cost one step. */
async function stepByName(tx: Tx, filter: ContactFilter) {
  const { own, other, name } = columns(filter.side)
  const step = (beyond: Sql) => sql`
    select c.${other} as id, c.${name} as name from conversations c
    where c.${own} = ${filter.organization} and ${beyond}
    order by c.${name}, c.${other} limit 1`
  const { rows } = await sql<ContactRow & { is_online: boolean }>`
    with recursive contact as (
      (${step(isAfter(filter))})
      union all
      select next.* from contact cross join lateral (
        ${step(sql`(c.${name}, c.${other}) > (contact.name, contact.id)`)}) next
    )
    select id, name, exists (select from presence p
      where p.organization = contact.id and p.online_until > ${filter.onlineAt}) as is_online
    from contact limit ${filter.limit}`.execute(tx)
  return rows
}

/**
 * Lists counterparts whose name contains the text, or returns null for more than `most`. Call as
 * the system.
 */
export async function listNamed(
  tx: Tx,
  whose: Pick<ContactFilter, 'organization' | 'side'>,
  search: string,
  most: number,
): Promise<string[] | null> {
  const rows = await listDistinct(tx, { ...whose, search, after: null, limit: most + 1 }, sql`true`)
  return rows.length > most ? null : rows.map(({ id }) => id)
}

type Sql = ReturnType<typeof sql>
type NameFilter = Omit<ContactFilter, 'onlineAt'>

async function listDistinct(tx: Tx, filter: NameFilter, condition: Sql): Promise<ContactRow[]> {
  const { own, other, name } = columns(filter.side)
  const isNamed = filter.search ? sql`strpos(c.${name}, lower(${filter.search})) > 0` : sql`true`
  const { rows } = await sql<ContactRow>`
    select distinct c.${name} as name, c.${other} as id from conversations c
    where c.${own} = ${filter.organization} and ${isNamed} and ${condition} and ${isAfter(filter)}
    order by 1, 2 limit ${filter.limit}`.execute(tx)
  return rows
}

function isAfter({ side, after }: NameFilter): Sql {
  const { other, name } = columns(side)
  return after ? sql`(c.${name}, c.${other}) > (${after.name}, ${after.id}::uuid)` : sql`true`
}

/** Returns a counterpart with the name it is sorted by. Call as the system. */
export async function findContact(tx: Tx, id: string): Promise<ContactRow | undefined> {
  return await tx
    .selectFrom('organizations')
    .select((eb) => ['id', eb.fn<string>('lower', ['name']).as('name')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Maps each counterpart to the conversation with its latest message. */
export async function listLatestWith(
  tx: Tx,
  { organization, side }: Pick<ContactFilter, 'organization' | 'side'>,
  counterparts: string[],
): Promise<Map<string, string>> {
  const { own, other } = columns(side)
  const { rows } = await sql<{ id: string; conversation_id: string }>`
    select contact.id, latest.id as conversation_id from unnest(${counterparts}::uuid[]) as contact (id)
    cross join lateral (
      select c.id from conversations c where c.${own} = ${organization} and c.${other} = contact.id
      order by c.last_message_id desc nulls last, c.id desc limit 1) latest`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.conversation_id]))
}
