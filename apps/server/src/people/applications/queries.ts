import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'

const withOrganization = (tx: Tx) =>
  tx
    .selectFrom('business_applications as a')
    .leftJoin('organizations as o', 'o.application_id', 'a.id')
    .leftJoin('profiles as by', 'by.user_id', 'a.decided_by')
    .selectAll('a')
    .select('o.organization_id')
    .select(
      sql<string | null>`nullif(btrim(by.first_name || ' ' || by.last_name), '')`.as('decider'),
    )

export type ApplicationRow = Awaited<ReturnType<typeof getApplication>>

export async function findApplication(tx: Tx, id: string): Promise<ApplicationRow | null> {
  return (await withOrganization(tx).where('a.id', '=', id).executeTakeFirst()) ?? null
}

export async function getApplication(tx: Tx, id: string) {
  return await withOrganization(tx).where('a.id', '=', id).executeTakeFirstOrThrow()
}

/** Lists applications, newest first by id (uuidv7 rises with time); one row more than the page. */
export async function listApplications(
  tx: Tx,
  page: { status: 'pending' | 'approved' | 'declined'; after: Position | null; limit: number },
) {
  return await withOrganization(tx)
    .where('a.status', '=', page.status)
    .$if(page.after !== null, (query) => query.where('a.id', '<', page.after!.id))
    .orderBy('a.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Whole milliseconds, as cursors keep them; null while pending. */
const decidedAt = sql<Date>`date_trunc('milliseconds', a.decided_at)`

/** Lists decided applications, the latest decision first; one row more than the page. */
export async function listDecided(
  tx: Tx,
  { after, limit }: { after: Position | null; limit: number },
) {
  return await withOrganization(tx)
    .where('a.status', '<>', 'pending')
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${decidedAt}, a.id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy(decidedAt, 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Claims a pending application for a decision; null when there is none pending under this id. */
export async function decideApplication(
  tx: Tx,
  id: string,
  decision: {
    status: 'approved' | 'declined'
    decision_reason: string | null
    decided_by: string
    decided_at: Date
  },
) {
  const row = await tx
    .updateTable('business_applications')
    .set(decision)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
