import { notify } from '../../core/notifications/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/events.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { audit } from '../../platform/security/audit.ts'
import { endSale } from './ending.ts'
import { lockListing, updateListing } from './queries.ts'

/** Takes a listing off the catalog for good, and notifies its vendor of the reason. Buyers keep what they bought. Throws not_found, listing_fixed. */
export async function takeDown(
  ctx: Ctx,
  staffId: string,
  { listingId, reason }: { listingId: string; reason: string },
): Promise<void> {
  const { tx } = ctx
  await withSystemRole(tx, async () => {
    const row = await lockListing(tx, listingId, 'change')
    if (!row || row.revision === 0) throw new AppError('not_found')
    if (row.status !== 'published' && row.status !== 'paused') throw new AppError('listing_fixed')
    await endSale(ctx, row.id, 'Semblance has taken the listing off the catalog.')
    await updateListing(tx, row.id, {
      status: 'taken_down',
      taken_down_reason: reason,
      changed_at: ctx.now,
    })
    await audit(tx, {
      actor: { userId: staffId },
      action: 'listing.take_down',
      object: `listing:${row.id}`,
      detail: { vendor: row.vendor, revision: row.revision },
    })
    await notify(ctx, {
      organizationId: row.vendor,
      type: 'contract',
      title: 'Listing taken down',
      message: `${row.content.title} (${row.id}) was taken off the catalog by Semblance: ${reason} What was bought before stays with its buyers.`,
      path: `/vendor-listings/${row.id}/edit`,
      mail: true,
    })
    await publish(tx, { organization: row.vendor }, { topic: 'listing.changed', id: row.id })
  })
}
