/** The agreements that offers and proposed changes make, and the consents of both parties to them. */
import { type OfferedAgreement, otherSide, type Side, statedValues } from '@semblance/contract'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  consent,
  consentAsListed,
  listConsents,
  readText,
  requireConsent,
  requireUnchanged,
  writeText,
} from '../contracts/service.ts'
import { offerValues } from './leaves.ts'
import { findOfferOf, type OfferRow, setAgreement } from './queries.ts'

/** Says how a revision comes about: by its maker alone, or by an answer to a proposal whose text both consent to. */
export type RevisionConsent =
  | { act: 'submit' | 'edit' }
  | { act: 'approve'; agreementSha256: string }

const termsOfRevision = (offer: OfferRow) => ({
  offerId: offer.id,
  revision: offer.revision,
  terms: statedValues(offerValues(offer)),
})

/**
 * Consents for the caller to the revision that an offer has now, and makes its text that of the offer. Null: consents
 * to it are not recorded. Throws document_changed if an approved text is not what the offer says.
 */
export async function agreeToRevision(
  ctx: Ctx,
  offer: OfferRow,
  given: RevisionConsent | null,
): Promise<string | null> {
  const agreementSha256 = given && (await textOf(ctx, offer, given))
  await withSystemRole(ctx.tx, () => setAgreement(ctx.tx, offer.id, agreementSha256))
  if (given && agreementSha256)
    await consent(ctx, offer, { revision: offer.revision, agreementSha256, act: given.act })
  return agreementSha256
}

async function textOf(ctx: Ctx, offer: OfferRow, given: RevisionConsent): Promise<string> {
  const terms = termsOfRevision(offer)
  if (given.act !== 'approve') return await writeText(ctx, terms, offer.agreement_sha256)
  const { agreementSha256 } = given
  await requireUnchanged(ctx, terms, agreementSha256)
  const side = otherSide(ctx.actor.organization?.id === offer.client ? 'client' : 'vendor')
  await requireConsent(ctx, offer.id, { agreementSha256, side })
  return agreementSha256
}

/**
 * Makes the text of an offer that is drawn from a listing, to which the vendor has consented by publishing it. Returns
 * the offer with its text.
 */
export async function agreeAsListed(
  ctx: Ctx,
  offer: OfferRow,
  publishedBy: string | null,
): Promise<OfferRow> {
  const agreementSha256 = await writeText(ctx, termsOfRevision(offer), null)
  await withSystemRole(ctx.tx, () => setAgreement(ctx.tx, offer.id, agreementSha256))
  const { revision } = offer
  await consentAsListed(ctx, offer, { revision, agreementSha256, userId: publishedBy })
  return { ...offer, agreement_sha256: agreementSha256 }
}

/** Consents for the caller to what a proposal would make of the offer. Returns the text's SHA-256. */
export async function agreeToProposal(ctx: Ctx, proposed: OfferRow): Promise<string> {
  const agreementSha256 = await writeText(ctx, termsOfRevision(proposed), proposed.agreement_sha256)
  await consent(ctx, proposed, { revision: proposed.revision, agreementSha256, act: 'propose' })
  return agreementSha256
}

/**
 * Consents for the client to what the vendor has consented to; returns the text's SHA-256, null for a revision whose
 * consents were not recorded. Throws document_changed if the client has read another text, or if offer and request do
 * not say what the vendor has consented to.
 */
export async function agreeToOffer(
  ctx: Ctx,
  offer: OfferRow,
  read: string | undefined,
): Promise<string | null> {
  const agreementSha256 = await presentAgreement(ctx, offer)
  if (read !== undefined && read !== agreementSha256) throw new AppError('document_changed')
  if (agreementSha256 === null) return null
  await requireUnchanged(ctx, termsOfRevision(offer), agreementSha256)
  await requireConsent(ctx, offer.id, { agreementSha256, side: 'vendor' })
  await consent(ctx, offer, { revision: offer.revision, agreementSha256, act: 'accept' })
  return agreementSha256
}

/** Returns the SHA-256 of the text of an offer's revision; null if an earlier release has made the revision. */
async function presentAgreement(ctx: Ctx, offer: OfferRow): Promise<string | null> {
  const { id, agreement_sha256: agreementSha256 } = offer
  if (agreementSha256 === null) return null
  const { revision } = await readText(ctx, id, agreementSha256)
  return revision === offer.revision ? agreementSha256 : null
}

/**
 * Returns the agreement that an offer makes in its present revision, or a proposal whose text is named, to one of
 * the parties; null where consents to the revision are not recorded. Throws not_found for all others.
 */
export async function getOfferAgreement(
  ctx: Ctx,
  named: { offerId: string; agreementSha256?: string },
): Promise<OfferedAgreement | null> {
  const parties = [ctx.actor.readsAs.client, ctx.actor.readsAs.vendor].filter((id) => id !== null)
  const offer = parties.length > 0 && (await findOfferOf(ctx.tx, named.offerId, { parties }))
  if (!offer) throw new AppError('not_found')
  const agreementSha256 = named.agreementSha256 ?? (await presentAgreement(ctx, offer))
  if (agreementSha256 === null) return null
  const reader: Side = ctx.actor.readsAs.client === offer.client ? 'client' : 'vendor'
  return {
    agreementSha256,
    content: await readText(ctx, offer.id, agreementSha256),
    consents: await listConsents(ctx, offer.id, { agreementSha256, reader }),
  }
}
