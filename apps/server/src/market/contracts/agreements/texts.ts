/** The texts that parties consent to: made when terms are offered or proposed, and kept under their SHA-256. */
import {
  type AgreementContent,
  agreementSha256Of,
  agreementText,
  jsonSha256,
  readAgreement,
  type StatedValues,
} from '@semblance/contract'
import { documentsOf } from '../../../people/legal/service.ts'
import { withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { findFacts, findText, insertText } from './queries.ts'

/** Names terms as a revision of an offer has them, or as it will once a proposal is approved. */
export type RevisedTerms = { offerId: string; revision: number; terms: StatedValues }

/**
 * Makes the content of an agreement on these terms. Names of the parties are those of now; the legal documents and
 * the governing law are those of the text `before`, and without one those in force.
 */
export async function contentOf(
  ctx: Ctx,
  { offerId, revision, terms }: RevisedTerms,
  before: Pick<AgreementContent, 'legal' | 'governingLaw'> | null,
): Promise<AgreementContent> {
  const facts = await withSystemRole(ctx.tx, () => findFacts(ctx.tx, offerId))
  const legal = documentsOf(ctx).map(({ document, title, dated, version }) => ({
    document,
    title,
    dated,
    version,
  }))
  return {
    v: 1,
    request: facts.dpr_id,
    offer: offerId,
    revision,
    title: facts.title,
    client: { organization: facts.client, name: facts.client_name ?? 'Closed account' },
    vendor: { organization: facts.vendor, name: facts.vendor_name ?? 'Closed account' },
    terms,
    asked: {
      category: facts.category,
      useCase: facts.use_case,
      complianceRequirements: facts.compliance_requirements,
      minRecords: facts.min_records === null ? null : String(facts.min_records),
      dataContractSha256: facts.data_contract === null ? null : jsonSha256(facts.data_contract),
      reviewDays: facts.review_days,
    },
    legal: before?.legal ?? legal,
    governingLaw: before ? before.governingLaw : ctx.platform.config.legal.law,
  }
}

/**
 * Makes the text of terms that follow those with the text `before`, stores it and returns its SHA-256.
 */
export async function writeText(
  ctx: Ctx,
  terms: RevisedTerms,
  before: string | null,
): Promise<string> {
  const earlier = before === null ? null : await readText(ctx, terms.offerId, before)
  const content = await contentOf(ctx, terms, earlier)
  const agreementSha256 = agreementSha256Of(content)
  await withSystemRole(ctx.tx, () =>
    insertText(ctx.tx, {
      offer_id: terms.offerId,
      agreement_sha256: agreementSha256,
      revision: terms.revision,
      text: agreementText(content),
      made_at: ctx.now,
    }),
  )
  return agreementSha256
}

/** Returns what a text says. Throws not_found. */
export async function readText(
  ctx: Ctx,
  offerId: string,
  agreementSha256: string,
): Promise<AgreementContent> {
  const row = await withSystemRole(ctx.tx, () => findText(ctx.tx, offerId, agreementSha256))
  if (!row) throw new AppError('not_found')
  const content = readAgreement(row.text)
  if (!content) throw new Error(`The agreement ${agreementSha256} is not as it was written.`)
  return content
}

/**
 * Throws document_changed unless the text says what offer and request say now. Names, legal documents and governing
 * law are those of the text.
 */
export async function requireUnchanged(
  ctx: Ctx,
  terms: RevisedTerms,
  agreementSha256: string,
): Promise<void> {
  const text = await readText(ctx, terms.offerId, agreementSha256)
  const now = await contentOf(ctx, terms, text)
  const renamed = {
    ...now,
    client: { ...now.client, name: text.client.name },
    vendor: { ...now.vendor, name: text.vendor.name },
  }
  if (agreementSha256Of(renamed) !== agreementSha256) throw new AppError('document_changed')
}
