/** Draws the documents of an agreement once for each revision, and reads them as they were drawn. */
import { createHash } from 'node:crypto'
import { jsonSha256, type OfferValues } from '@semblance/contract'
import { documentsOf } from '../../../people/legal/service.ts'
import { withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { makePdf } from '../../../platform/pdf/pdf.ts'
import { record } from '../../../platform/transparency/record.ts'
import { getContractForParty, partiesOf } from '../parties.ts'
import { findContractDetail } from '../queries.ts'
import { type AgreementContent, agreementDocument, feeAnnexDocument } from './content.ts'
import { findAgreementHead, findAgreements, insertAgreements } from './queries.ts'

type Drawn = { contractId: string; revision: number; terms: OfferValues }

/**
 * Draws and stores the agreement of a contract whose terms are final for this revision, and records it
 * in the transparency log; the fee in a document and a leaf that the client alone reads. Call after
 * offer and contract have their new terms, in the same transaction.
 */
export async function drawAgreement(ctx: Ctx, drawn: Drawn): Promise<void> {
  const content = await contentOf(ctx, drawn)
  const { id, client, vendor, offer_id: offer, dpr_id: request } = content.contract
  const { revision, terms, termsSha256 } = content
  const [agreement, annex] = await Promise.all([
    documentOf(makePdf(agreementDocument(content))),
    documentOf(makePdf(feeAnnexDocument(content))),
  ])
  const shared = {
    ...{ contract_id: id, revision, client, vendor },
    terms_sha256: termsSha256,
    drawn_at: content.drawnAt,
  }
  await withSystemRole(ctx.tx, () =>
    insertAgreements(ctx.tx, [
      { ...shared, kind: 'agreement', ...agreement },
      { ...shared, kind: 'fee_annex', ...annex },
    ]),
  )
  const leaf = { type: 'agreement.drawn', deal: id, client, vendor } as const
  const documentSha256 = agreement.document_sha256
  record(ctx.tx, {
    ...leaf,
    follows: offer,
    audience: 'both',
    body: { request, offer, revision, terms, termsSha256, documentSha256 },
  })
  record(ctx.tx, {
    ...leaf,
    audience: 'client',
    body: { revision, documentSha256, annexSha256: annex.document_sha256 },
  })
}

async function contentOf(ctx: Ctx, { contractId, ...drawn }: Drawn): Promise<AgreementContent> {
  const contract = await findContractDetail(ctx.tx, contractId, partiesOf(ctx))
  if (!contract) throw new AppError('not_found')
  return {
    ...drawn,
    contract,
    termsSha256: jsonSha256(drawn.terms),
    legal: documentsOf(ctx),
    governingLaw: ctx.platform.config.legal.law,
    drawnAt: ctx.now,
  }
}

async function documentOf(made: Promise<Buffer>) {
  const pdf = await made
  return { pdf, document_sha256: createHash('sha256').update(pdf).digest('hex') }
}

/** Holds a document of an agreement as it was drawn; hashes are SHA-256 in hexadecimal. */
export type AgreementPdf = {
  revision: number
  kind: 'agreement' | 'fee_annex'
  pdf: Buffer<ArrayBuffer>
  documentSha256: string
  termsSha256: string
  drawnAt: Date
}

/**
 * Returns the agreement's documents of one revision, or of all, as they were drawn, in the order of
 * revisions; the annex to the client alone. Empty for contracts from before they were kept. Throws
 * not_found for callers who are no party.
 */
export async function listAgreements(
  ctx: Ctx,
  contractId: string,
  revision: number | null = null,
): Promise<AgreementPdf[]> {
  await getContractForParty(ctx, contractId)
  const rows = await findAgreements(ctx.tx, contractId, revision)
  return rows.map((row) => ({
    revision: row.revision,
    kind: row.kind as AgreementPdf['kind'],
    pdf: Buffer.from(row.pdf),
    documentSha256: row.document_sha256,
    termsSha256: row.terms_sha256,
    drawnAt: row.drawn_at,
  }))
}

/** Returns one document of a revision. Throws not_found. */
export async function getAgreementPdf(
  ctx: Ctx,
  named: { contractId: string; revision: number; kind: AgreementPdf['kind'] },
): Promise<Buffer<ArrayBuffer>> {
  const found = await listAgreements(ctx, named.contractId, named.revision)
  const document = found.find(({ kind }) => kind === named.kind)
  if (!document) throw new AppError('not_found')
  return document.pdf
}

/** Returns the hashes of a revision's agreement; null for one that has no document. */
export async function getAgreementHead(ctx: Ctx, contractId: string, revision: number) {
  const row = await findAgreementHead(ctx.tx, contractId, revision)
  if (!row) return null
  const { terms_sha256: termsSha256, document_sha256: documentSha256, drawn_at: drawnAt } = row
  return { revision, termsSha256, documentSha256, drawnAt }
}
