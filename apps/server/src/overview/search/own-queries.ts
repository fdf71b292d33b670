/**
 * Searches the own rows of members and visitors. Policies that query other tables would be planned
 * into every part and checked on every row, so most of it runs under the system role: each part
 * names the organization or the user it reads for, and scans their own index, newest first.
 */
import { sql } from 'kysely'
import type { Part } from './hit-rows.ts'
import { hasWords, type SearchQuery } from './parse-query.ts'

/** Describes the user and the organizations that a search reads for. Null if there is none. */
export type OwnReader = { userId: string | null; client: string | null; vendor: string | null }

const organizationsOf = ({ client, vendor }: OwnReader) =>
  [...new Set([client, vendor])].filter((id) => id !== null)

/** Returns parts for the reader's own records with one of these IDs. Run as the system. */
function byId({ ids }: SearchQuery, reader: OwnReader): Part[] {
  const { client, vendor } = reader
  const side = (of: string) =>
    sql`case when ${sql.ref(`${of}.client`)} = ${client} then 'client' else 'vendor' end`
  const isParty = (of: string) =>
    sql`(${sql.ref(`${of}.client`)} = ${client} or ${sql.ref(`${of}.vendor`)} = ${vendor})`
  return [
    sql`select 'offer', o.id, d.title, d.client_name, o.status, o.dpr_id, ${side('o')}
      from offers o join dprs d on d.id = o.dpr_id where o.id = any (${ids}) and ${isParty('o')}`,
    sql`select 'contract', k.id, k.title, null, k.status, null, ${side('k')}
      from contracts k where k.id = any (${ids}) and ${isParty('k')}`,
    sql`select 'dispute', x.id, x.title, null, x.status, x.contract_id, ${side('x')}
      from disputes x where x.id = any (${ids}) and ${isParty('x')}`,
    sql`select 'invoice', i.number, i.item, i.other_name, i.state, i.contract_id, null
      from invoices i where i.number = any (${ids}) and i.organization = any (${organizationsOf(reader)})`,
  ]
}

const ofClient = (asked: SearchQuery, client: string, limit: number): Part[] => [
  sql`select 'request', d.id, d.title, null, d.status, null, 'client'
    from dprs d where d.client = ${client} and ${hasWords(sql`d.id || ' ' || d.title`, asked)}
    order by d.created_at desc, d.id desc limit ${limit}`,
  sql`select 'offer', o.id, d.title, v.name, o.status, o.dpr_id, 'client'
    from offers o join dprs d on d.id = o.dpr_id join organizations v on v.id = o.vendor
    where o.client = ${client} and ${hasWords(sql`o.id || ' ' || d.title || ' ' || v.name`, asked)}
    order by o.created_at desc, o.id desc limit ${limit}`,
  sql`select 'contract', k.id, k.title, v.name, k.status, null, 'client'
    from contracts k join organizations v on v.id = k.vendor
    where k.client = ${client} and ${hasWords(sql`k.id || ' ' || k.title || ' ' || v.name`, asked)}
    order by k.created_at desc, k.id desc limit ${limit}`,
  sql`select 'conversation', t.id::text, v.name, t.title, null, null, 'client'
    from conversations t join organizations v on v.id = t.vendor
    where t.client = ${client} and t.client_at is not null
      and ${hasWords(sql`t.vendor_sort || ' ' || t.title`, asked)}
    order by t.client_at desc, t.id desc limit ${limit}`,
]

const ofVendor = (asked: SearchQuery, vendor: string, limit: number): Part[] => [
  sql`select 'offer', o.id, d.title, d.client_name, o.status, o.dpr_id, 'vendor'
    from offers o join dprs d on d.id = o.dpr_id
    where o.vendor = ${vendor} and ${hasWords(sql`o.id || ' ' || d.title || ' ' || d.client_name`, asked)}
    order by o.created_at desc, o.id desc limit ${limit}`,
  sql`select 'contract', k.id, k.title, c.name, k.status, null, 'vendor'
    from contracts k join organizations c on c.id = k.client
    where k.vendor = ${vendor} and ${hasWords(sql`k.id || ' ' || k.title || ' ' || c.name`, asked)}
    order by k.created_at desc, k.id desc limit ${limit}`,
  sql`select 'conversation', t.id::text, c.name, t.title, null, null, 'vendor'
    from conversations t join organizations c on c.id = t.client
    where t.vendor = ${vendor} and t.vendor_at is not null
      and ${hasWords(sql`t.client_sort || ' ' || t.title`, asked)}
    order by t.vendor_at desc, t.id desc limit ${limit}`,
]

const invoicesOf = (asked: SearchQuery, organizations: string[], limit: number): Part =>
  sql`select 'invoice', i.number, i.item, i.other_name, i.state, i.contract_id, null
    from invoices i where i.organization = any (${organizations})
      and ${hasWords(sql`i.number || ' ' || i.item || ' ' || i.other_name || ' ' || coalesce(i.contract_id, '')`, asked)}
    order by i.issued_at desc, i.number desc limit ${limit}`

const ticketsOf = (asked: SearchQuery, userId: string, limit: number): Part =>
  sql`select 'ticket', t.id, t.subject, null, t.status, null, null
    from support_tickets t where t.user_id = ${userId} and ${hasWords(sql`t.id || ' ' || t.subject`, asked)}
    order by t.updated_at desc, t.id desc limit ${limit}`

/**
 * Returns the parts that search the reader's own records: exact IDs first, then the newest of each
 * kind. Run as the system.
 */
export function memberSources(asked: SearchQuery, reader: OwnReader, limit: number): Part[] {
  const { userId, client, vendor } = reader
  const organizations = organizationsOf(reader)
  return [
    ...(organizations.length > 0 ? byId(asked, reader) : []),
    ...(client ? ofClient(asked, client, limit) : []),
    ...(vendor ? ofVendor(asked, vendor, limit) : []),
    ...(organizations.length > 0 ? [invoicesOf(asked, organizations, limit)] : []),
    ...(userId ? [ticketsOf(asked, userId, limit)] : []),
  ]
}

/** Returns the parts that search companies, and requests by ID. Run as the caller. */
export function publicSources(asked: SearchQuery, reader: OwnReader, limit: number): Part[] {
  const request = sql`select case when d.client = ${reader.client} then 'request' else 'market' end, d.id, d.title,
      d.client_name, d.status, null, null
    from dprs d where d.id = any (${asked.ids})`
  const companies = sql`select 'company', c.id::text, c.name, c.city, null, c.slug, null
    from companies c where ${hasWords(sql`c.name`, asked)}
    order by lower(c.name), c.id limit ${limit}`
  return organizationsOf(reader).length > 0 ? [request, companies] : [companies]
}
