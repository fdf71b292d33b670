/** Offers as the client who received them sees them. */
import {
  joinChanges,
  type OfferChange,
  type OfferDistinction,
  type OfferedRequest,
  type ReceivedOffer,
  type ReceivedSort,
} from '@semblance/contract'
import { requireMemberOrganization, signedIn, viewerOrganization } from '../../core/api/service.ts'
import {
  decodeCursor,
  decodeRankCursor,
  encodeRankCursor,
  type Page,
  pageOf,
} from '../../platform/database/cursor.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findOfferOf } from './queries.ts'
import {
  listDistinctions,
  listOfferedRequests,
  listReceived,
  listRevisionsOf,
  type OfferedRequestRow,
  type ReceivedOfferRow,
  ranksOf,
  recordViews,
  setSeen,
} from './received-queries.ts'
import { toOffer } from './serialize.ts'

type ReceivedInput = Page & { dprId?: string; closed: boolean; sort: ReceivedSort }

export async function listReceivedOffers(ctx: Ctx, input: ReceivedInput) {
  const client = viewerOrganization(ctx, 'client')
  const after = decodeRankCursor(input.cursor, ranksOf(input.sort))
  const found = await listReceived(ctx.tx, client, ctx.actor.userId, { ...input, after })
  const rows = found.slice(0, input.limit)
  const last = found.length > input.limit ? rows.at(-1) : undefined
  const changes = await changesOf(ctx, rows)
  const distinctions = await distinctionsOf(ctx, rows)
  await noteViews(ctx, client, rows)
  return {
    items: rows.map((row) => ({
      ...toReceivedOffer(row),
      changes: changes(row),
      distinctions: distinctions(row),
    })),
    nextCursor: last ? encodeRankCursor({ rank: rankOf(last, input.sort), id: last.id }) : null,
  }
}

export async function listRequestsWithOffers(ctx: Ctx, input: Page & { closed: boolean }) {
  const client = viewerOrganization(ctx, 'client')
  const after = decodeCursor(input.cursor)
  const rows = await listOfferedRequests(ctx.tx, client, { ...input, after })
  return pageOf(rows, input.limit, (row) => ({ at: row.created_at, id: row.id }), toOfferedRequest)
}

/** Records that the user has read the changes up to this revision. */
export async function markOfferSeen(
  ctx: Ctx,
  seen: { offerId: string; revision: number },
): Promise<void> {
  const client = requireMemberOrganization(ctx, 'client')
  const userId = signedIn(ctx)
  const offer = await findOfferOf(ctx.tx, seen.offerId, { client })
  if (!offer) throw new AppError('not_found')
  await withSystemRole(ctx.tx, () => setSeen(ctx.tx, seen, userId, ctx.now))
}

/** A vendor learns how often its offers are looked at by the client's own people; visitors do not count. */
async function noteViews(ctx: Ctx, client: string, rows: ReceivedOfferRow[]): Promise<void> {
  const { userId, organization } = ctx.actor
  if (!userId || organization?.id !== client) return
  const offerIds = rows.map(({ id }) => id)
  await withSystemRole(ctx.tx, () => recordViews(ctx.tx, offerIds, userId, ctx.now))
}

async function changesOf(ctx: Ctx, rows: ReceivedOfferRow[]) {
  const changed = rows.filter(
    (row) => row.seen_revision !== null && row.seen_revision < row.revision,
  )
  const ids = changed.map(({ id }) => id)
  const revisions = await listRevisionsOf(ctx.tx, ids)
  return (row: ReceivedOfferRow): OfferChange[] =>
    ids.includes(row.id)
      ? netChanges(
          revisions
            .filter(
              ({ offer_id, revision }) => offer_id === row.id && revision > row.seen_revision!,
            )
            .flatMap(({ changes }) => changes),
        )
      : []
}

/** Several changes of one field as one, from the first value to the last; none when it came back. */
function netChanges(changes: OfferChange[]): OfferChange[] {
  const byField = Map.groupBy(changes, ({ field }) => field)
  return [...byField.values()].flatMap((list) => joinChanges(list[0]!, list.at(-1)!) ?? [])
}

async function distinctionsOf(ctx: Ctx, rows: ReceivedOfferRow[]) {
  const live = rows.filter(({ status }) => status !== 'rejected')
  const dprIds = [...new Set(live.map(({ dpr_id }) => dpr_id))]
  const found = await listDistinctions(
    ctx.tx,
    dprIds,
    live.map(({ id }) => id),
  )
  const byId = new Map(found.map((row) => [row.id, row]))
  return ({ id }: ReceivedOfferRow): OfferDistinction[] => {
    const { lowest, fastest, rated } = byId.get(id) ?? {}
    return [
      ...(lowest ? ['lowest_price' as const] : []),
      ...(fastest ? ['fastest_delivery' as const] : []),
      ...(rated ? ['best_rated' as const] : []),
    ]
  }
}

function rankOf(row: ReceivedOfferRow, sort: ReceivedSort): number {
  switch (sort) {
    case 'price':
      return Number(row.price_cents)
    case 'time':
      return row.timeline_days
    case 'rating':
      return Number(row.rating ?? 0)
    case 'deals':
      return row.completed_contracts
    case 'newest':
      return row.created_at.getTime()
  }
}

function toReceivedOffer(row: ReceivedOfferRow): Omit<ReceivedOffer, 'changes' | 'distinctions'> {
  return {
    ...toOffer(row, row.client),
    vendor: {
      id: row.vendor,
      slug: row.vendor_slug ?? '',
      name: row.vendor_name ?? 'Closed account',
      city: row.vendor_city ?? '',
      country: row.vendor_country ?? '',
      rating: row.rating === null ? null : Number(row.rating),
      completedContracts: row.completed_contracts,
    },
    rivalAccepted: row.rival_accepted,
  }
}

function toOfferedRequest(row: OfferedRequestRow): OfferedRequest {
  return {
    dprId: row.id,
    title: row.title,
    liveCount: row.live_count,
    lowestCents: row.lowest_cents,
    highestCents: row.highest_cents,
    chosen: row.contract_id
      ? { vendorName: row.vendor_name ?? 'Closed account', priceCents: row.chosen_cents! }
      : null,
  }
}
