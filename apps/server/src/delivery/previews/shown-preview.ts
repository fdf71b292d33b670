/** Serves the page of a preview. */
import { privacyEpsilons, type ShownPreview } from '@semblance/contract'
import { getOfferForParty, type OfferWithRequest } from '../../market/offers/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { getPlannedAccount } from '../sources/service.ts'
import { noteUse } from '../usage/service.ts'
import { subjectOf } from './measurement.ts'
import { findShownPreview } from './queries.ts'
import { summarizeTable } from './summarize.ts'

/**
 * Returns to either party how far the preview of an offer is, and once it is made what it shows. The reason of a refusal is
 * the vendor's alone, and so is the account of its source, which counts other deals, too. Throws not_found for all others.
 */
export async function getShownPreview(ctx: Ctx, offerId: string): Promise<ShownPreview> {
  const offer = await getOfferForParty(ctx, offerId)
  const isOwn = offer.vendor === ctx.actor.readsAs.vendor
  const row = await withSystemRole(ctx.tx, () => findShownPreview(ctx.tx, offer.id))
  const state = row.state ?? 'none'
  if (state === 'ready')
    await noteUse(ctx, { kind: 'sample', objectId: offer.id, vendor: offer.vendor })
  const tables = row.summary ?? (await Promise.all((row.tables ?? []).map(summarizeTable)))
  return {
    offerId: offer.id,
    isOwn,
    dprId: offer.dpr_id,
    dprTitle: offer.dpr_title,
    vendorName: row.vendor_name ?? 'Closed account',
    state,
    reason: isOwn ? row.reason : null,
    heldSince: row.held_since,
    isLoaded: row.is_loaded ?? false,
    sentAt: row.created_at,
    madeAt: row.finished_at,
    figures: row.figures,
    tables,
    agreed: row.agreed,
    ...(await accountOf(ctx, offer, isOwn && state === 'ready' ? row.sample_id : null)),
  }
}

async function accountOf(
  { tx }: Ctx,
  offer: Pick<OfferWithRequest, 'privacy_level'>,
  sampleId: string | null,
): Promise<Pick<ShownPreview, 'account' | 'planned'>> {
  if (!sampleId) return { account: null, planned: null }
  const epsilon = privacyEpsilons[offer.privacy_level]
  return await withSystemRole(tx, () => getPlannedAccount(tx, subjectOf(sampleId), epsilon))
}
