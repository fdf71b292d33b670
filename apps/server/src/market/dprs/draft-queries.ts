import type { DraftContent } from '@semblance/contract'
import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'

export type DraftRow = Awaited<ReturnType<typeof listDrafts>>[number]

const summaryNames = ['id', 'title', 'updated_at'] as const

/** Lists drafts, the last changed first; one row more than the page. */
export async function listDrafts(
  tx: Tx,
  client: string,
  { after, limit }: { after: Position | null; limit: number },
) {
  return await tx
    .selectFrom('dpr_drafts')
    .select(summaryNames)
    .where('client', '=', client)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(updated_at, id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function countDrafts(tx: Tx, client: string): Promise<number> {
  const { count } = await tx
    .selectFrom('dpr_drafts')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('client', '=', client)
    .executeTakeFirstOrThrow()
  return count
}

export async function findDraft(tx: Tx, id: string, client: string) {
  return await tx
    .selectFrom('dpr_drafts')
    .select([...summaryNames, 'content'])
    .where('id', '=', id)
    .where('client', '=', client)
    .executeTakeFirst()
}

type Draft = { title: string; content: DraftContent }

export async function insertDraft(
  tx: Tx,
  { client, createdBy, title, content }: Draft & { client: string; createdBy: string | null },
): Promise<DraftRow> {
  return await tx
    .insertInto('dpr_drafts')
    .values({ client, created_by: createdBy, title, content: JSON.stringify(content) })
    .returning(summaryNames)
    .executeTakeFirstOrThrow()
}

/** Updates a draft. Returns undefined if it was deleted or belongs to another organization. */
export async function updateDraft(
  tx: Tx,
  id: string,
  { title, content, at }: Draft & { at: Date },
): Promise<DraftRow | undefined> {
  return await tx
    .updateTable('dpr_drafts')
    .set({ title, content: JSON.stringify(content), updated_at: at })
    .where('id', '=', id)
    .returning(summaryNames)
    .executeTakeFirst()
}

export async function deleteDraft(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('dpr_drafts').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}
