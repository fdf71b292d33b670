import { type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type QuestionRow = Awaited<ReturnType<typeof listQuestions>>[number]

const withAsker = (tx: Tx) =>
  tx
    .selectFrom('dpr_questions as q')
    .leftJoin('companies as v', 'v.id', 'q.vendor')
    .select([
      'q.id',
      'q.client',
      'q.vendor',
      'q.question',
      'q.answer',
      'q.created_at',
      'q.answered_at',
      'v.name as vendor_name',
    ])

/** Lists questions, newest first by id (uuidv7 rises with time); one row more than the page. */
export async function listQuestions(
  tx: Tx,
  dprId: string,
  { cursor, limit }: { cursor?: string; limit: number },
) {
  return await withAsker(tx)
    .where('q.dpr_id', '=', dprId)
    .$if(cursor !== undefined, (query) => query.where('q.id', '<', cursor!))
    .orderBy('q.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function getQuestion(tx: Tx, id: string): Promise<QuestionRow> {
  return await withAsker(tx).where('q.id', '=', id).executeTakeFirstOrThrow()
}

/** Returns a question with its request, if the request is the client's own. */
export async function findQuestionOf(tx: Tx, id: string, client: string) {
  return await tx
    .selectFrom('dpr_questions as q')
    .innerJoin('dprs as d', 'd.id', 'q.dpr_id')
    .select(['q.id', 'q.dpr_id', 'd.title'])
    .where('q.id', '=', id)
    .where('q.client', '=', client)
    .executeTakeFirst()
}

export async function insertQuestion(
  tx: Tx,
  row: Insertable<DB['dpr_questions']>,
): Promise<string> {
  const { id } = await tx
    .insertInto('dpr_questions')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function countOpenQuestions(tx: Tx, dprId: string, vendor: string): Promise<number> {
  const { count } = await tx
    .selectFrom('dpr_questions')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('dpr_id', '=', dprId)
    .where('vendor', '=', vendor)
    .where('answer', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Claims the one answer; false when there is one already. */
export async function setAnswer(tx: Tx, id: string, answer: string, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('dpr_questions')
    .set({ answer, answered_at: at })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Lists vendors with a live offer on a request or a question about it. Call as the system. */
export async function listInterestedVendors(tx: Tx, dprId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('offers')
    .select('vendor')
    .where('dpr_id', '=', dprId)
    .where('status', '<>', 'rejected')
    .union(tx.selectFrom('dpr_questions').select('vendor').where('dpr_id', '=', dprId))
    .execute()
  return rows.map(({ vendor }) => vendor)
}
