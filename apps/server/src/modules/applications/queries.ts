import type { Tx } from '../../platform/db.ts'

const withOrganization = (tx: Tx) =>
  tx
    .selectFrom('business_applications as a')
    .leftJoin('organizations as o', 'o.application_id', 'a.id')
    .selectAll('a')
    .select('o.organization_id')

export type ApplicationRow = Awaited<ReturnType<typeof getApplication>>

export async function getApplication(tx: Tx, id: string) {
  return await withOrganization(tx).where('a.id', '=', id).executeTakeFirstOrThrow()
}

/** Newest first by id (uuidv7 rises with time); one row more than the page asks for. */
export async function listApplications(
  tx: Tx,
  page: { status: 'pending' | 'approved' | 'declined'; cursor?: string; limit: number },
) {
  return await withOrganization(tx)
    .where('a.status', '=', page.status)
    .$if(page.cursor !== undefined, (query) => query.where('a.id', '<', page.cursor!))
    .orderBy('a.id', 'desc')
    .limit(page.limit + 1)
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

export async function findApplicationStatus(tx: Tx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('business_applications')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.status ?? null
}
