/** Holds the statements about tax forms. All require the system role. */
import type { TaxFormKind, TaxFormState } from '@semblance/contract'
import { type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

/** Selects forms that are not replaced, with their documents and organizations. */
const current = (tx: Tx) =>
  tx
    .selectFrom('app.tax_forms as f')
    .innerJoin('app.documents as d', 'd.id', 'f.document_id')
    .innerJoin('organizations as o', 'o.id', 'f.organization')
    .select(['f.id', 'f.organization', 'f.reason', 'f.decided_at', 'f.document_id'])
    .select([
      sql<TaxFormKind>`f.kind`.as('kind'),
      sql<TaxFormState>`f.state`.as('state'),
      sql<string>`f.signed_on::text`.as('signed_on'),
      sql<string | null>`f.last_day::text`.as('last_day'),
    ])
    .select(['d.file_name', 'd.bytes', 'd.uploaded_at', 'o.name', 'o.country'])
    .where('f.replaced_at', 'is', null)

export type TaxFormRow = Awaited<ReturnType<typeof listCurrent>>[number]

/** Lists an organization's forms that are not replaced, newest first: two at most. */
export const listCurrent = (tx: Tx, organization: string) =>
  current(tx).where('f.organization', '=', organization).orderBy('f.id', 'desc').execute()

export const findCurrent = (tx: Tx, id: string) =>
  current(tx).where('f.id', '=', id).executeTakeFirst()

/** Lists forms that wait, the longest first; one row more than the page. */
export const listWaiting = (tx: Tx, { after, limit }: { after: string | null; limit: number }) =>
  current(tx)
    .where('f.state', '=', 'waiting')
    .$if(after !== null, (query) => query.where('f.id', '>', after))
    .orderBy('f.id')
    .limit(limit + 1)
    .execute()

/** Makes the changes of one organization's forms wait for each other. */
export async function lockForms(tx: Tx, organization: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tax_forms'), hashtext(${organization}))`.execute(
    tx,
  )
}

/** Returns whether an organization is active, which it stays until the transaction ends. */
export async function holdActive(tx: Tx, organization: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organizations')
    .select('is_active')
    .where('id', '=', organization)
    .forShare()
    .executeTakeFirst()
  return row?.is_active ?? false
}

export async function insertForm(tx: Tx, row: Insertable<DB['app.tax_forms']>): Promise<void> {
  await tx.insertInto('app.tax_forms').values(row).execute()
}

/** Replaces the forms of these states, all but one; returns the IDs of their documents. */
export async function replaceForms(
  tx: Tx,
  organization: string,
  { states, except, now }: { states: TaxFormState[]; except: string | null; now: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('app.tax_forms')
    .set({ replaced_at: now })
    .where('organization', '=', organization)
    .where('replaced_at', 'is', null)
    .where('state', 'in', states)
    .$if(except !== null, (query) => query.where('id', '<>', except))
    .returning('document_id')
    .execute()
  return rows.map(({ document_id }) => document_id)
}

type Decision = Pick<Insertable<DB['app.tax_forms']>, 'reason' | 'decided_by' | 'decided_at'> & {
  state: 'accepted' | 'refused'
}

/** Decides on a form that waits. Returns false if it waits no more. */
export async function decideForm(tx: Tx, id: string, decision: Decision): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.tax_forms')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts the forms that an organization has uploaded since a time, replaced ones included. */
export async function countSince(tx: Tx, organization: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('app.tax_forms as f')
    .innerJoin('app.documents as d', 'd.id', 'f.document_id')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('f.organization', '=', organization)
    .where('d.uploaded_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Takes some of the accepted forms that end by a day and had fewer notices of it, and counts the notice. */
export async function takeEnding(
  tx: Tx,
  { until, reminders, limit }: { until: string; reminders: number; limit: number },
) {
  const due = tx
    .selectFrom('app.tax_forms')
    .select('id')
    .where('state', '=', 'accepted')
    .where('replaced_at', 'is', null)
    .where('last_day', '<=', sql<Date>`${until}::date`)
    .where('reminders', '<', reminders)
    .orderBy('last_day')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return await tx
    .updateTable('app.tax_forms')
    .set({ reminders })
    .where('id', 'in', due)
    .returning(['organization', sql<string>`last_day::text`.as('last_day')])
    .execute()
}
