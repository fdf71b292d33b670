import type { Insertable } from 'kysely'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'

export async function insertAgreements(
  tx: Tx,
  rows: Insertable<DB['agreement_documents']>[],
): Promise<void> {
  await tx.insertInto('agreement_documents').values(rows).execute()
}

/** Reads the documents of one revision, or of all in their order, that the caller may read. */
export async function findAgreements(tx: Tx, contractId: string, revision: number | null) {
  const all = tx
    .selectFrom('agreement_documents')
    .select(['revision', 'kind', 'terms_sha256', 'document_sha256', 'pdf', 'drawn_at'])
    .where('contract_id', '=', contractId)
  const asked = revision === null ? all : all.where('revision', '=', revision)
  return await asked.orderBy('revision').orderBy('kind').execute()
}

/** Reads what names the agreement of a revision, without its pages. */
export async function findAgreementHead(tx: Tx, contractId: string, revision: number) {
  return await tx
    .selectFrom('agreement_documents')
    .select(['revision', 'terms_sha256', 'document_sha256', 'drawn_at'])
    .where('contract_id', '=', contractId)
    .where('revision', '=', revision)
    .where('kind', '=', 'agreement')
    .executeTakeFirst()
}
