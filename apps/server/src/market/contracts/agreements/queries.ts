import type { Insertable } from 'kysely'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { nameOrEmail } from '../../../platform/database/names.ts'

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
    .select([
      'revision',
      'kind',
      'terms_sha256',
      'agreement_sha256',
      'document_sha256',
      'pdf',
      'drawn_at',
    ])
    .where('contract_id', '=', contractId)
  const asked = revision === null ? all : all.where('revision', '=', revision)
  return await asked.orderBy('revision').orderBy('kind').execute()
}

/** Reads what names the agreement of a revision, without its pages. */
export async function findAgreementHead(tx: Tx, contractId: string, revision: number) {
  return await tx
    .selectFrom('agreement_documents')
    .select(['revision', 'terms_sha256', 'agreement_sha256', 'document_sha256', 'drawn_at'])
    .where('contract_id', '=', contractId)
    .where('revision', '=', revision)
    .where('kind', '=', 'agreement')
    .executeTakeFirst()
}

/** Reads the text that the agreement of a contract's present revision was drawn up on. */
export async function findDrawnText(tx: Tx, contractId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('contracts as k')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .innerJoin('agreement_documents as d', (join) =>
      join
        .onRef('d.contract_id', '=', 'k.id')
        .onRef('d.revision', '=', 'o.revision')
        .on('d.kind', '=', 'agreement'),
    )
    .select('d.agreement_sha256')
    .where('k.id', '=', contractId)
    .executeTakeFirst()
  return row?.agreement_sha256 ?? null
}

/** Lists the texts that the agreements of a contract were drawn up on, in the order of revisions. */
export async function findDrawnTexts(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('contracts as k')
    .innerJoin('agreement_documents as d', (join) =>
      join.onRef('d.contract_id', '=', 'k.id').on('d.kind', '=', 'agreement'),
    )
    .innerJoin('agreement_texts as t', (join) =>
      join
        .onRef('t.offer_id', '=', 'k.offer_id')
        .onRef('t.agreement_sha256', '=', 'd.agreement_sha256'),
    )
    .select(['d.revision', 't.agreement_sha256', 't.text'])
    .where('k.id', '=', contractId)
    .orderBy('d.revision')
    .execute()
}

/** Reads what an agreement takes from offer, request and companies. */
export async function findFacts(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('offers as o')
    .innerJoin('dprs as d', 'd.id', 'o.dpr_id')
    .leftJoin('companies as c', 'c.id', 'o.client')
    .leftJoin('companies as v', 'v.id', 'o.vendor')
    .leftJoin('data_contracts as t', 't.dpr_id', 'd.id')
    .select([
      'o.dpr_id',
      'o.client',
      'o.vendor',
      'c.name as client_name',
      'v.name as vendor_name',
      'd.title',
      'd.category',
      'd.use_case',
      'd.compliance_requirements',
      'd.min_records',
      'd.review_days',
      't.content as data_contract',
    ])
    .where('o.id', '=', offerId)
    .executeTakeFirstOrThrow()
}

/** Stores a text; the same text stands once. */
export async function insertText(tx: Tx, row: Insertable<DB['agreement_texts']>): Promise<void> {
  await tx
    .insertInto('agreement_texts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findText(tx: Tx, offerId: string, agreementSha256: string) {
  return await tx
    .selectFrom('agreement_texts')
    .select(['revision', 'text'])
    .where('offer_id', '=', offerId)
    .where('agreement_sha256', '=', agreementSha256)
    .executeTakeFirst()
}

export async function insertConsent(
  tx: Tx,
  row: Insertable<DB['agreement_consents']>,
): Promise<void> {
  await tx.insertInto('agreement_consents').values(row).execute()
}

/** Lists all consents to a text, newest first, with the names of the people. */
export async function findConsents(tx: Tx, offerId: string, agreementSha256: string) {
  return await tx
    .selectFrom('agreement_consents as a')
    .leftJoin('profiles as p', 'p.user_id', 'a.user_id')
    .select(['a.side', 'a.act', 'a.statement', 'a.key_id', 'a.aal', 'a.at'])
    .select(nameOrEmail('p').as('person'))
    .where('a.offer_id', '=', offerId)
    .where('a.agreement_sha256', '=', agreementSha256)
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
}
export type ConsentRow = Awaited<ReturnType<typeof findConsents>>[number]
