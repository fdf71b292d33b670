/** Holds the statements about questions to applicants and notes of staff. All require the system role. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { fullName } from '../../platform/database/names.ts'

export type QuestionRow = Awaited<ReturnType<typeof listQuestions>>[number]

/** Lists the questions about these applications, oldest first. */
export async function listQuestions(tx: Tx, applicationIds: string[]) {
  if (applicationIds.length === 0) return []
  return await tx
    .selectFrom('app.application_questions as q')
    .leftJoin('profiles as by', 'by.user_id', 'q.asked_by')
    .select([
      'q.id',
      'q.application_id',
      'q.question',
      'q.asked_at',
      'q.asks_document',
      'q.answer',
      'q.answered_at',
    ])
    .select(fullName('by').as('asker'))
    .where('q.application_id', 'in', applicationIds)
    .orderBy('q.id')
    .execute()
}

export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]

/** Lists the notes on these applications, oldest first. */
export async function listNotes(tx: Tx, applicationIds: string[]) {
  if (applicationIds.length === 0) return []
  return await tx
    .selectFrom('app.application_notes as n')
    .leftJoin('profiles as by', 'by.user_id', 'n.written_by')
    .select(['n.id', 'n.application_id', 'n.note', 'n.written_at'])
    .select(fullName('by').as('writer'))
    .where('n.application_id', 'in', applicationIds)
    .orderBy('n.id')
    .execute()
}

export async function insertNote(
  tx: Tx,
  note: { application_id: string; note: string; written_by: string; written_at: Date },
): Promise<void> {
  await tx.insertInto('app.application_notes').values(note).execute()
}

/** Inserts a question, whose link replaces those of earlier ones. */
export async function insertQuestion(
  tx: Tx,
  question: {
    application_id: string
    question: string
    asks_document: boolean
    asked_by: string
    asked_at: Date
    token_sha256: Buffer
  },
): Promise<void> {
  await closeQuestions(tx, question.application_id)
  await tx.insertInto('app.application_questions').values(question).execute()
}

/** Makes the links of an application useless. */
export async function closeQuestions(tx: Tx, applicationId: string): Promise<void> {
  await tx
    .updateTable('app.application_questions')
    .set({ token_sha256: null })
    .where('application_id', '=', applicationId)
    .where('token_sha256', 'is not', null)
    .execute()
}

/** Returns the question that a link was made for, with its application; null once the link is of no more use. */
export async function findByToken(tx: Tx, tokenSha256: Buffer) {
  const row = await tx
    .selectFrom('app.application_questions as q')
    .innerJoin('business_applications as a', 'a.id', 'q.application_id')
    .select([
      'q.id',
      'q.application_id',
      'q.question',
      'q.asks_document',
      'q.asked_at',
      'a.business_name',
    ])
    .where('q.token_sha256', '=', tokenSha256)
    .executeTakeFirst()
  return row ?? null
}

/** Claims the question for an answer, once. Returns false if its link is of no more use. */
export async function answerQuestion(
  tx: Tx,
  id: string,
  { answer, now }: { answer: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.application_questions')
    .set({ answer, answered_at: now, token_sha256: null })
    .where('id', '=', id)
    .where('token_sha256', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stops the clock of an undecided application, if it does not stand still already; null if there is none. */
export async function stopClock(tx: Tx, id: string, now: Date) {
  const row = await tx
    .updateTable('business_applications')
    .set({ status: 'waiting', waiting_since: sql`coalesce(waiting_since, ${now})` })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'waiting'])
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Starts the clock of a waiting application again, later by the time that it stood still. */
export async function startClock(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('business_applications')
    .set({
      status: 'pending',
      due_at: sql`due_at + (${now}::timestamptz - waiting_since)`,
      waiting_since: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
