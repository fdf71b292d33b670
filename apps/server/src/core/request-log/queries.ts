import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

export type LoggedRequest = {
  keyId: string
  operation: string
  status: number
  code: string | null
  ms: number
  requestId: string
  at: Date
}

/** Inserts requests under their keys' organizations; leaves out those of keys that are gone. */
export async function insertRequests(tx: Tx, requests: LoggedRequest[]): Promise<void> {
  const column = <K extends keyof LoggedRequest>(name: K) => requests.map((row) => row[name])
  await sql`
    insert into app.api_requests (organization, key_id, operation, status, code, ms, request_id, at)
    select k.organization, k.id, operation, status, code, ms, request_id, at
    from unnest(${column('keyId')}::uuid[], ${column('operation')}::text[], ${column('status')}::smallint[],
      ${column('code')}::text[], ${column('ms')}::integer[], ${column('requestId')}::text[],
      ${column('at')}::timestamptz[])
      with ordinality as given (key_id, operation, status, code, ms, request_id, at, place)
    join app.api_keys k on k.id = given.key_id
    order by place`.execute(tx)
}

type Filter = {
  keyId?: string
  isRefused: boolean
  code?: string
  after: string | null
  limit: number
}

/** Lists requests of an organization's keys, newest first; one row more than the page. */
export async function listRequests(
  tx: Tx,
  organization: string,
  { keyId, isRefused, code, after, limit }: Filter,
) {
  return await tx
    .selectFrom('app.api_requests as r')
    .innerJoin('app.api_keys as k', 'k.id', 'r.key_id')
    .selectAll('r')
    .select(['k.name', 'k.start'])
    .where('r.organization', '=', organization)
    .$if(keyId !== undefined, (query) => query.where('r.key_id', '=', keyId ?? ''))
    .$if(isRefused, (query) => query.where('r.status', '>=', 400))
    .$if(code !== undefined, (query) => query.where('r.code', '=', code ?? ''))
    .$if(after !== null, (query) => query.where('r.id', '<', after))
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function deleteOldRequests(tx: Tx, days: number): Promise<void> {
  await sql`delete from app.api_requests
    where id < (select uuidv7(${-days} * interval '1 day'))`.execute(tx)
}
