/** Draws the documents of an agreement once for each revision, and reads them as they were drawn. */
import { createHash } from 'node:crypto'
import { jsonSha256 } from '@semblance/contract'
import { withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { makePdf } from '../../../platform/pdf/pdf.ts'
import { findSealKey, sealPdf } from '../../../platform/pdf/seal/seal.ts'
import { record } from '../../../platform/transparency/record.ts'
import { getContractForParty, partiesOf, sideOf } from '../parties.ts'
import { type ContractRow, findContractDetail } from '../queries.ts'
import { agreementDocument, feeAnnexDocument } from './agreement-document.ts'
import { listConsents } from './consents.ts'
import { findAgreementHead, findAgreements, findDrawnTexts, insertAgreements } from './queries.ts'
import { contentOf, type RevisedTerms, readText } from './texts.ts'

/** Names the agreement of a revision that has become part of a contract. */
export type Drawn = RevisedTerms & {
  contractId: string
  /** The text that both parties have consented to; null where consents are not recorded. */
  agreementSha256: string | null
}

/**
 * Draws, seals and stores the agreement of a contract whose terms are final for this revision, and records it
 * in the transparency log; the fee in a document and a leaf that the client alone reads. Call after
 * offer and contract have their new terms and both parties have consented, in the same transaction.
 */
export async function drawAgreement(ctx: Ctx, drawn: Drawn): Promise<void> {
  const made = await describeDrawn(ctx, drawn)
  const { contractId: id, revision, terms, agreementSha256 } = drawn
  const { client, vendor, offer_id: offer, dpr_id: request } = made.contract
  const { termsSha256 } = made
  const sealKey = await findSealKey(ctx.tx, ctx.platform)
  const [agreement, annex] = await Promise.all([
    makePdf(agreementDocument(made))
      .then((pdf) => sealPdf(pdf, sealKey, sealedAs))
      .then(hashed),
    makePdf(feeAnnexDocument(made)).then(hashed),
  ])
  const shared = {
    ...{ contract_id: id, revision, client, vendor },
    terms_sha256: termsSha256,
    agreement_sha256: agreementSha256,
    drawn_at: made.drawnAt,
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
    body: {
      ...{ request, offer, revision, terms, termsSha256, agreementSha256, documentSha256 },
      sealCertificateSha256: sha256(sealKey.certificates[0]),
    },
  })
  record(ctx.tx, {
    ...leaf,
    audience: 'client',
    body: { revision, documentSha256, annexSha256: annex.document_sha256 },
  })
}

async function describeDrawn(ctx: Ctx, drawn: Drawn) {
  const { contractId, offerId, agreementSha256, terms } = drawn
  const contract = await findContractDetail(ctx.tx, contractId, partiesOf(ctx))
  if (!contract) throw new AppError('not_found')
  const isRecorded = agreementSha256 !== null
  return {
    contract,
    content: isRecorded
      ? await readText(ctx, offerId, agreementSha256)
      : await contentOf(ctx, drawn, null),
    termsSha256: jsonSha256(terms),
    agreementSha256,
    consents: isRecorded
      ? await listConsents(ctx, offerId, { agreementSha256, reader: sideOf(ctx, contract) })
      : [],
    drawnAt: ctx.now,
  }
}

const sealedAs = { reason: 'Issued by the platform as the agreement of a contract' }

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const hashed = (pdf: Buffer) => ({ pdf, document_sha256: sha256(pdf) })

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

/**
 * Returns the hashes of a revision's agreement, and who has consented to it; null for one that has no document.
 * Check first that the caller is a party.
 */
export async function getAgreementHead(
  ctx: Ctx,
  contract: Pick<ContractRow, 'id' | 'offer_id' | 'client'>,
  revision: number,
) {
  const row = await findAgreementHead(ctx.tx, contract.id, revision)
  if (!row) return null
  const { terms_sha256: termsSha256, agreement_sha256: agreementSha256 } = row
  const reader = sideOf(ctx, contract)
  return {
    revision,
    termsSha256,
    agreementSha256,
    documentSha256: row.document_sha256,
    drawnAt: row.drawn_at,
    consents: agreementSha256
      ? await listConsents(ctx, contract.offer_id, { agreementSha256, reader })
      : [],
  }
}

/** Holds a text that the documents of a contract were drawn up on, as it is hashed. */
export type DrawnText = { revision: number; agreementSha256: string; text: string }

/** Lists the texts of a contract's agreements, in the order of revisions. Throws not_found for callers who are no party. */
export async function listAgreementTexts(ctx: Ctx, contractId: string): Promise<DrawnText[]> {
  await getContractForParty(ctx, contractId)
  const rows = await withSystemRole(ctx.tx, () => findDrawnTexts(ctx.tx, contractId))
  return rows.map(({ revision, agreement_sha256: agreementSha256, text }) => ({
    revision,
    agreementSha256,
    text,
  }))
}
