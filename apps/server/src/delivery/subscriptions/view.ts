/** Subscriptions as their parties read them. */
import type {
  StoredSubscription,
  Subscription,
  SubscriptionDetail,
  SubscriptionTerms,
} from '@semblance/contract'
import { sql } from 'kysely'
import { viewerOrganization } from '../../core/api/service.ts'
import {
  decodeCursor,
  decodeRankCursor,
  encodeRankCursor,
  type Page,
  type Position,
  pageOf,
} from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { listFacts, listNewest, type RevisionFacts, toRevision } from './facts.ts'
import { projectRest } from './projection.ts'

type Side = 'client' | 'vendor'
type NamedRow = Awaited<ReturnType<typeof listRows>>[number]

const named = (tx: Tx) =>
  tx
    .selectFrom('data_subscriptions as s')
    .leftJoin('companies as c', 'c.id', 's.client')
    .leftJoin('companies as v', 'v.id', 's.vendor')
    .selectAll('s')
    .select(['c.name as client_name', 'v.name as vendor_name'])
    .select((eb) => [
      eb.fn.coalesce('v.is_vendor', sql<boolean>`false`).as('is_selling'),
      sql<number>`(select count(*)::int from data_subscription_revisions r left join contracts k on k.offer_id = r.offer_id
        where r.subscription_id = s.id and (r.ended_as = 'delivered' or (r.ended_as is null and k.status = 'completed')))`.as(
        'delivered',
      ),
    ])

const listRows = (
  tx: Tx,
  owner: { side: Side; organization: string },
  { after, limit }: { after: Position | null; limit: number },
) =>
  named(tx)
    .where(`s.${owner.side}`, '=', owner.organization)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(s.created_at, s.id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
    .execute()

export async function listSubscriptions(ctx: Ctx, input: Page & { side: Side }) {
  const organization = viewerOrganization(ctx, input.side)
  return await withSystemRole(ctx.tx, async () => {
    const after = decodeCursor(input.cursor)
    const owner = { side: input.side, organization }
    const rows = await listRows(ctx.tx, owner, { after, limit: input.limit })
    const newest = await listNewest(
      ctx.tx,
      rows.map(({ id }) => id),
      ctx.now,
    )
    return pageOf(
      rows,
      input.limit,
      ({ created_at, id }) => ({ at: created_at, id }),
      (row) => toSubscription(row, input.side, newest),
    )
  })
}

/** Returns a subscription to one of its parties. Throws not_found for all others. */
export async function getSubscription(ctx: Ctx, id: string): Promise<SubscriptionDetail> {
  return await withSystemRole(ctx.tx, async () => {
    const { row, side } = await requireParty(ctx, id)
    const { terms } = row
    return {
      ...toSubscription(row, side, await listNewest(ctx.tx, [id], ctx.now)),
      optionName: terms.optionName,
      terms: termsOf(terms),
      license: terms.license,
      epsilon: row.epsilon,
      isVendorSelling: row.is_selling,
      projection: await projectRest(ctx.tx, row),
    }
  })
}

export async function listRevisions(
  ctx: Ctx,
  { subscriptionId, ...page }: Page & { subscriptionId: string },
) {
  return await withSystemRole(ctx.tx, async () => {
    await requireParty(ctx, subscriptionId)
    const before = decodeRankCursor(page.cursor)?.rank ?? null
    const rows = await listFacts(ctx.tx, subscriptionId, {
      now: ctx.now,
      before,
      limit: page.limit,
    })
    const kept = rows.slice(0, page.limit)
    const last = rows.length > page.limit ? kept.at(-1) : undefined
    return {
      items: kept.map(toRevision),
      nextCursor: last ? encodeRankCursor({ rank: last.number, id: subscriptionId }) : null,
    }
  })
}

/** Returns a subscription of which the caller reads for a party. Throws not_found. Requires the system role. */
export async function requireParty(
  { tx, actor }: Ctx,
  id: string,
): Promise<{ row: NamedRow; side: Side }> {
  const row = await named(tx).where('s.id', '=', id).executeTakeFirst()
  const { client, vendor } = actor.readsAs
  if (row && row.client === client) return { row, side: 'client' }
  if (row && row.vendor === vendor) return { row, side: 'vendor' }
  throw new AppError('not_found')
}

const termsOf = ({
  pace,
  revisions,
  deliveryDays,
  minRecords,
  minAccuracyPercent,
}: StoredSubscription): SubscriptionTerms => ({
  pace,
  revisions,
  deliveryDays,
  minRecords,
  minAccuracyPercent,
})

function toSubscription(row: NamedRow, side: Side, newest: RevisionFacts[]): Subscription {
  const { terms } = row
  const current = newest.find(({ subscription_id }) => subscription_id === row.id)
  if (!current) throw new Error(`Subscription ${row.id} has no revision.`)
  const counterpart = side === 'client' ? row.vendor_name : row.client_name
  const follows = row.status === 'active' && current.number < row.revisions
  return {
    id: row.id,
    title: row.title,
    listingId: row.listing_id,
    side,
    counterpart: counterpart ?? 'Closed account',
    status: row.status,
    pausedAs: row.paused_as,
    endedAs: row.ended_as,
    pace: terms.pace,
    priceCents: BigInt(terms.priceCents),
    revisions: row.revisions,
    delivered: row.delivered,
    current: toRevision(current),
    nextDueAt: follows ? row.next_due_at : null,
    createdAt: row.created_at,
  }
}
