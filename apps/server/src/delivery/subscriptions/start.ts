/** Subscribing to a listed twin on the terms that its vendor has published. */
import {
  contractOfColumns,
  privacyEpsilons,
  REVISION_PAY_DAYS,
  type StoredSubscription,
  type SubscriptionForecast,
  type SubscriptionTerms,
} from '@semblance/contract'
import { requireMemberOrganization, viewerOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findOffered, levelOf, lockForSale, type Purchase } from '../listings/service.ts'
import { findSourceOfSpent, keepSourcesOf } from '../sources/service.ts'
import { announce, announceStep, monthAfter, recordStep } from './announce.ts'
import { type Ordered, order } from './order.ts'
import { projectStart } from './projection.ts'
import { insertRevision, insertSubscription, type SubscriptionRow } from './queries.ts'

const DAY_MS = 86_400_000

type Offered = Awaited<ReturnType<typeof lockForSale>>
type Subscribable = Offered & { terms: SubscriptionTerms; epsilon: number }

/** Returns the time by which a revision that opens now is paid. */
export const payByFrom = (now: Date) => new Date(now.getTime() + REVISION_PAY_DAYS * DAY_MS)

/** States what a subscription would take of its source's account. Throws not_found, subscription_unaccounted. */
export async function forecastSubscription(
  ctx: Ctx,
  { listingId, optionId }: { listingId: string; optionId: string },
): Promise<SubscriptionForecast> {
  viewerOrganization(ctx, 'client')
  return await withSystemRole(ctx.tx, async () => {
    const offered = subscribable(await findOffered(ctx.tx, listingId, optionId))
    const { terms, option, epsilon } = offered
    const source = await requireSource(ctx.tx, offered)
    const wanted = { epsilon, revisions: terms.revisions }
    return {
      terms,
      priceCents: option.priceCents,
      license: option.license,
      projection: await projectStart(ctx.tx, source, wanted),
    }
  })
}

/**
 * Subscribes, and orders the first revision. Throws what `buyListing` does, subscription_exists, subscription_unaccounted,
 * and subscription_over_limit where the source's limit leaves no room for all that is promised.
 */
export async function startSubscription(ctx: Ctx, purchase: Purchase): Promise<Ordered> {
  const client = requireMemberOrganization(ctx, 'client')
  const offered = subscribable(await lockForSale(ctx, client, purchase))
  const { revision, terms, epsilon } = offered
  const row = await withSystemRole(ctx.tx, async () => {
    await keepSourcesOf(ctx.tx, revision.vendor)
    const source = await requireSource(ctx.tx, offered)
    const wanted = { epsilon, revisions: terms.revisions }
    const { fitting } = await projectStart(ctx.tx, source, wanted)
    if (fitting < terms.revisions) throw overLimit(fitting, terms.revisions)
    const inserted = await insertSubscription(ctx.tx, {
      client,
      vendor: revision.vendor,
      listing_id: revision.listing_id,
      listing_revision: revision.revision,
      source_id: source.sourceId,
      title: revision.title,
      terms: await storedTerms(ctx.tx, offered),
      epsilon,
      revisions: terms.revisions,
      next_due_at: terms.pace === 'monthly' ? monthAfter(ctx.now) : null,
      published_by: revision.published_by,
      created_by: ctx.actor.userId,
      created_at: ctx.now,
    })
    if (!inserted) throw new AppError('subscription_exists')
    recordStart(ctx.tx, inserted)
    await beginRevision(ctx, inserted, 1)
    return inserted
  })
  await announce(ctx.tx, row)
  announceStep(ctx.tx, row, 'subscription.started', { listingId: row.listing_id })
  await notify(ctx, {
    organizationId: row.vendor,
    type: 'contract',
    title: 'New subscription',
    message: `${ctx.actor.organization?.name} subscribed to ${row.title}: ${row.revisions} revisions at most, each paid into escrow before you have to deliver it.`,
    path: `/subscriptions/${row.id}`,
    mail: true,
  })
  return await order(ctx, row, 1)
}

/** Records what was subscribed to: the terms, and the source that all revisions are charged to. */
function recordStart(tx: Tx, row: SubscriptionRow): void {
  recordStep(tx, row, 'subscription.started', {
    ...{ listing: row.listing_id, listingRevision: row.listing_revision, title: row.title },
    ...{ terms: row.terms, source: row.source_id, epsilon: row.epsilon },
  })
}

/** Opens a revision, which the client may order from now on. Requires the system role, and the lock of the subscription. */
export async function beginRevision(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  row: SubscriptionRow,
  number: number,
): Promise<void> {
  const { id, client, vendor } = row
  const payBy = payByFrom(now)
  await insertRevision(tx, {
    ...{ subscription_id: id, number, client, vendor },
    ...{ opened_at: now, pay_by: payBy },
  })
  recordStep(tx, row, 'revision.opened', { number, payBy })
}

function overLimit(fitting: number, revisions: number): AppError {
  return new AppError('subscription_over_limit', {
    message: `The privacy limit of the vendor's source leaves room for ${fitting} of ${revisions} revisions, besides what is promised to others. Nothing was started.`,
  })
}

function subscribable(offered: Offered): Subscribable {
  const { option, revision } = offered
  if (!option.subscription) throw new AppError('bad_input', { field: 'optionId' })
  const epsilon = privacyEpsilons[levelOf(revision.epsilon)]
  return { ...offered, terms: option.subscription, epsilon }
}

async function requireSource(tx: Tx, { revision }: Offered) {
  const subject = { purpose: 'delivery' as const, subject: revision.delivery_id }
  const source = await findSourceOfSpent(tx, subject)
  if (!source) throw new AppError('subscription_unaccounted')
  return source
}

async function storedTerms(
  tx: Tx,
  { revision, option, terms, columns }: Subscribable,
): Promise<StoredSubscription> {
  return {
    ...terms,
    optionName: option.name,
    priceCents: String(option.priceCents),
    license: option.license,
    category: revision.category,
    privacyLevel: levelOf(revision.epsilon),
    dataContract: contractOfColumns(revision.listing_id, await columns(tx)),
  }
}
