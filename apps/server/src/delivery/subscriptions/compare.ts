import type { RevisionChanges } from '@semblance/contract'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readTwin } from '../deliveries/service.ts'
import { changesOf } from './changes.ts'
import { findFacts, isComparable } from './facts.ts'
import type { SubscriptionRow } from './queries.ts'
import { requireParty } from './view.ts'

/** Compares two revisions that were delivered; 0 is the twin of the listing. Throws not_found for others. */
export async function compareRevisions(
  ctx: Ctx,
  { subscriptionId, from, to }: { subscriptionId: string; from: number; to: number },
): Promise<RevisionChanges> {
  return await withSystemRole(ctx.tx, async () => {
    const { row } = await requireParty(ctx, subscriptionId)
    const [before, after] = [await twinOf(ctx, row, from), await twinOf(ctx, row, to)]
    const changes = changesOf({ number: from, twin: before }, { number: to, twin: after })
    if (!changes) throw new AppError('not_found')
    return changes
  })
}

async function twinOf({ tx, now }: Ctx, row: SubscriptionRow, number: number) {
  const deliveryId =
    number === 0 ? await deliveryOfListing(tx, row) : await deliveryOf(tx, row, { number, now })
  const twin = deliveryId && (await readTwin(tx, deliveryId))
  if (!twin) throw new AppError('not_found')
  return twin
}

async function deliveryOf(tx: Tx, { id }: SubscriptionRow, which: { number: number; now: Date }) {
  const facts = await findFacts(tx, id, which)
  return facts && isComparable(facts) ? facts.delivery_id : null
}

async function deliveryOfListing(tx: Tx, { listing_id, listing_revision }: SubscriptionRow) {
  const { delivery_id } = await tx
    .selectFrom('listing_revisions')
    .select('delivery_id')
    .where('listing_id', '=', listing_id)
    .where('revision', '=', listing_revision)
    .executeTakeFirstOrThrow()
  return delivery_id
}
