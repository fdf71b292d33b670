import type { LegalAct, LegalDocument } from '@semblance/contract'
import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'
import { nameOrEmail } from '../../platform/database/names.ts'

/** Limits the versions that a document's page lists. */
const MAX_VERSIONS = 100

/** Adds versions that are not known yet. Requires the system role. */
export async function insertVersions(
  tx: Tx,
  versions: { document: LegalDocument; version: string; dated: string; text: string }[],
): Promise<void> {
  await tx
    .insertInto('legal_versions')
    .values(versions)
    .onConflict((conflict) => conflict.columns(['document', 'version']).doNothing())
    .execute()
}

export async function findVersion(tx: Tx, document: LegalDocument, version: string) {
  return await tx
    .selectFrom('legal_versions')
    .select(['version', dateText, 'text'])
    .where('document', '=', document)
    .where('version', '=', version)
    .executeTakeFirst()
}

export async function listVersions(tx: Tx, document: LegalDocument) {
  return await tx
    .selectFrom('legal_versions')
    .select(['version', dateText, 'published_at as publishedAt'])
    .where('document', '=', document)
    .orderBy('published_at', 'desc')
    .orderBy('version', 'desc')
    .limit(MAX_VERSIONS)
    .execute()
}

const dateText = sql<string>`to_char(legal_versions.dated, 'YYYY-MM-DD')`.as('dated')

export type NewAcceptance = {
  user_id: string
  organization: string | null
  document: LegalDocument
  version: string
  act: LegalAct
  object: string | null
  session_id: string | null
  aal: 'aal1' | 'aal2' | null
  address: string | null
  at: Date
}

/** Requires the system role. */
export async function insertAcceptances(tx: Tx, rows: NewAcceptance[]): Promise<void> {
  await tx.insertInto('legal_acceptances').values(rows).execute()
}

/** Lists which of these versions the user has accepted. Requires the system role. */
export async function listAccepted(
  tx: Tx,
  userId: string,
  versions: { document: LegalDocument; version: string }[],
): Promise<LegalDocument[]> {
  const rows = await tx
    .selectFrom('legal_acceptances')
    .select('document')
    .distinct()
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or(
        versions.map(({ document, version }) =>
          eb.and([eb('document', '=', document), eb('version', '=', version)]),
        ),
      ),
    )
    .execute()
  return rows.map(({ document }) => document as LegalDocument)
}

/** Names the organization that has admitted a person on what that person accepted before. Requires the system role. */
export async function setOrganization(tx: Tx, userId: string, organization: string): Promise<void> {
  await tx
    .updateTable('legal_acceptances')
    .set({ organization })
    .where('user_id', '=', userId)
    .where('organization', 'is', null)
    .execute()
}

type Whose = { userId: string } | { organization: string }

/** Lists acceptances, newest first; one row more than the page. Requires the system role. */
export async function listAcceptances(
  tx: Tx,
  whose: Whose,
  { after, limit }: { after: Position | null; limit: number },
) {
  const [column, value] =
    'userId' in whose
      ? (['a.user_id', whose.userId] as const)
      : (['a.organization', whose.organization] as const)
  const rows = tx
    .selectFrom('legal_acceptances as a')
    .innerJoin('legal_versions', (join) =>
      join
        .onRef('legal_versions.document', '=', 'a.document')
        .onRef('legal_versions.version', '=', 'a.version'),
    )
    .leftJoin('profiles as p', 'p.user_id', 'a.user_id')
    .leftJoin('organizations as o', 'o.id', 'a.organization')
    .select([
      'a.id',
      'a.document',
      'a.version',
      dateText,
      'a.act',
      'a.object',
      'a.address',
      'a.aal',
      'a.at',
      'o.name as organization',
      nameOrEmail('p').as('person'),
    ])
    .where(column, '=', value)
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
  if (!after) return await rows.execute()
  const { at, id } = after
  return await rows
    .where(({ eb, refTuple, tuple }) => eb(refTuple('a.at', 'a.id'), '<', tuple(at, id)))
    .execute()
}
export type AcceptanceRow = Awaited<ReturnType<typeof listAcceptances>>[number]
