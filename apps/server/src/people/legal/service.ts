/** The legal documents: their texts, and who accepted which version when, where and for what. */
import {
  type AcceptedVersions,
  type LegalAcceptance,
  type LegalDocument,
  type LegalEntry,
  type LegalText,
  legalDocuments,
} from '@semblance/contract'
import { decodeUuidCursor, type Page, pageOf, pageOfShort } from '../../platform/database/cursor.ts'
import { system, type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { acceptDocuments } from './acceptances.ts'
import { documentInForce, documentsInForce } from './documents.ts'
import {
  type AcceptanceRow,
  findVersion,
  insertVersions,
  listAcceptances,
  listVersions,
} from './queries.ts'

export { acceptAtSignUp, acceptDocuments, listDue, versionsFor } from './acceptances.ts'
export { setOrganization as assignAcceptances } from './queries.ts'

/** Keeps the versions that this server has in force, so that they stay readable after it. */
export async function publishDocuments({
  db,
  config,
}: Pick<Platform, 'db' | 'config'>): Promise<void> {
  const versions = documentsInForce(config).map(({ document, version, dated, text }) => ({
    document,
    version,
    dated,
    text,
  }))
  await db.transaction(system, (tx) => insertVersions(tx, versions))
}

/** Returns all documents in force. */
export const documentsOf = ({ platform }: Pick<Ctx, 'platform'>): LegalEntry[] =>
  documentsInForce(platform.config).map(({ text: _, ...entry }) => entry)

/** Lists the documents in force. */
export const listDocuments = (ctx: Ctx, page: Page) =>
  pageOfShort(
    documentsOf(ctx),
    page,
    ({ document }) => document,
    (entry) => entry,
  )

/** Returns a document in force, or in the version that is named. Throws not_found. */
export async function getDocument(
  { tx, platform }: Ctx,
  input: { document: string; version?: string },
): Promise<LegalText> {
  const document = legalDocuments.find((name) => name === input.document)
  if (!document) throw new AppError('not_found')
  const { acts: _, ...inForce } = documentInForce(platform.config, document)
  const version = input.version ?? inForce.version
  const isInForce = version === inForce.version
  const row = isInForce ? inForce : await findVersion(tx, document, version)
  if (!row) throw new AppError('not_found')
  const { dated, text } = row
  const versions = await listVersions(tx, document)
  return { ...inForce, version, dated, text, isInForce, versions }
}

/** Accepts what every account needs, after a sign-in. */
export async function acceptOnArrival(ctx: Ctx, accepted: AcceptedVersions): Promise<void> {
  await acceptDocuments(ctx, { act: 'arrival', accepted })
}

/** Lists what a person accepted, or what was accepted for an organization, newest first. */
export async function listAcceptedBy(
  { tx }: Ctx,
  whose: Parameters<typeof listAcceptances>[1],
  { cursor, limit }: Page,
) {
  const after = decodeUuidCursor(cursor)
  const rows = await withSystemRole(tx, () => listAcceptances(tx, whose, { after, limit }))
  return pageOf(rows, limit, ({ at, id }) => ({ at, id }), toAcceptance)
}

const toAcceptance = ({ aal, document, act, ...row }: AcceptanceRow): LegalAcceptance => ({
  ...row,
  document: document as LegalDocument,
  act: act as LegalAcceptance['act'],
  hadSecondFactor: aal === null ? null : aal === 'aal2',
})

/** Returns all that a person accepted, for the export of their data. Call as the system. */
export async function exportAcceptances(tx: Tx, userId: string): Promise<object[]> {
  const rows: object[] = []
  let after: { at: Date; id: string } | null = null
  for (;;) {
    const page = await listAcceptances(tx, { userId }, { after, limit: EXPORT_PAGE })
    const kept = page.slice(0, EXPORT_PAGE)
    rows.push(...kept.map(toAcceptance))
    const last = kept.at(-1)
    if (!last || page.length <= EXPORT_PAGE) return rows
    after = { at: last.at, id: last.id }
  }
}

const EXPORT_PAGE = 1000
