/** Serves the quality scores of vendors, computed from recorded facts whenever they are read. */
import { ANSWER_HOURS, type ScoredDelivery, type VendorScore } from '@semblance/contract'
import { viewerOrganization } from '../../core/api/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  type DeliveryFactsRow,
  listAnswerFacts,
  listDeliveryFacts,
  listReviewFacts,
  listVisibleVendors,
  titlesOf,
} from './queries.ts'
import {
  countedOf,
  type DeliveryFacts,
  groupsOf,
  published,
  type Relation,
  scoreOf,
  type VendorFacts,
} from './score.ts'

/**
 * Returns the score of a vendor; without an id the caller's own, or the sample's for a visitor. Throws
 * not_found for what is no vendor that the caller may see.
 */
export async function readScore(ctx: Ctx, vendorId?: string): Promise<VendorScore> {
  const [score] = await scoresOf(ctx, [vendorId ?? viewerOrganization(ctx, 'vendor')])
  if (!score) throw new AppError('not_found')
  return score
}

/** Returns the scores of those vendors that the caller may see, in the order of their ids. */
export async function scoresOf(ctx: Ctx, vendorIds: readonly string[]): Promise<VendorScore[]> {
  const vendors = await listVisibleVendors(ctx.tx, vendorIds)
  if (vendors.length === 0) return []
  const { facts } = await withSystemRole(ctx.tx, () => readFacts(ctx.tx, vendors, ctx.now))
  return vendors.toSorted().map((id) => published(scoreOf(id, factsOf(facts, id), ctx.now)))
}

/** Lists the vendor's own recorded contracts, and how each moves its score. */
export async function listScoredDeliveries(ctx: Ctx, { cursor, limit }: Page) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const after = decodeCursor(cursor)
  return await withSystemRole(ctx.tx, async () => {
    const { facts, rows } = await readFacts(ctx.tx, [vendor], ctx.now)
    const following = rows
      .filter((row) => !after || compare(row, { ended_at: after.at, id: after.id }) > 0)
      .toSorted(compare)
      .slice(0, limit + 1)
    const titles = await titlesOf(
      ctx.tx,
      following.map(({ id }) => id),
    )
    const toDelivery = scoredDeliveries(factsOf(facts, vendor), titles, ctx.now)
    return pageOf(following, limit, (row) => ({ at: row.ended_at, id: row.id }), toDelivery)
  })
}

type Place = { ended_at: Date; id: string }

/** Sorts the newest first. */
const compare = (a: Place, b: Place) =>
  b.ended_at.getTime() - a.ended_at.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

type AllFacts = Map<string, OwnFacts>
const noFacts = () => ({ deliveries: [], reviews: [], answers: [], stars: new Map() })
const factsOf = (facts: AllFacts, vendor: string) => facts.get(vendor) ?? noFacts()

/** Reads all facts of these vendors, in three queries for any number. */
async function readFacts(tx: Tx, vendors: readonly string[], now: Date) {
  const rows = await listDeliveryFacts(tx, vendors)
  const facts: AllFacts = new Map(vendors.map((id) => [id, noFacts()]))
  for (const row of rows) factsIn(facts, row).deliveries.push(toFacts(row))
  for (const row of await listReviewFacts(tx, vendors)) {
    const own = factsIn(facts, row)
    own.reviews.push({ stars: row.rating, isRelated: row.is_related })
    own.stars.set(row.contract_id, row.rating)
  }
  for (const row of await listAnswerFacts(tx, vendors, ANSWER_HOURS.none, now)) {
    const { id, client, asked_at, answered_at, found_at } = row
    const hours = answered_at && (answered_at.getTime() - asked_at.getTime()) / HOUR_MS
    const endedAt = answered_at ?? new Date(asked_at.getTime() + ANSWER_HOURS.none * HOUR_MS)
    const relation = relationOf(found_at, endedAt)
    const place = endedAt.getTime()
    factsIn(facts, row).answers.push({ id, client, place, endedAt, relation, hours })
  }
  return { facts, rows }
}

const HOUR_MS = 3_600_000

const relationOf = (foundAt: Date | null, at: Date): Relation =>
  foundAt === null ? 'none' : foundAt <= at ? 'before' : 'since'

function factsIn(facts: AllFacts, { vendor }: { vendor: string }) {
  const found = facts.get(vendor)
  if (!found) throw new TypeError('Facts of a vendor that was not asked for')
  return found
}

function toFacts(row: DeliveryFactsRow): DeliveryFacts {
  const { id, client, place, accuracy, gate, punctuality } = row
  return {
    id,
    client,
    place,
    endedAt: row.ended_at,
    relation: relationOf(row.found_at, row.recorded_at),
    accuracyPercent: row.accuracy_percent,
    accuracy,
    gate,
    punctuality,
  }
}

const tenths = (points: number) => Math.round(10 * points) / 10

type OwnFacts = VendorFacts & { stars: Map<string, number> }

/** Returns what describes a delivery of this vendor. */
function scoredDeliveries(own: OwnFacts, titles: ReadonlyMap<string, string>, now: Date) {
  const grouped = new Set(groupsOf(own.deliveries).flatMap((group) => group.map(({ id }) => id)))
  const counted = countedOf(own.deliveries, now)
  const counting = new Set(counted.map(({ id }) => id))
  const score = scoreOf('', own, now).total?.value ?? 0
  const stateOf = (row: DeliveryFactsRow): ScoredDelivery['state'] => {
    if (relationOf(row.found_at, row.recorded_at) === 'before') return 'uncounted'
    if (counting.has(row.id)) return 'counts'
    return grouped.has(row.id) ? 'past' : 'uncounted'
  }
  return (row: DeliveryFactsRow): ScoredDelivery => {
    const state = stateOf(row)
    const stars = own.stars.get(row.id)
    return {
      contractId: row.id,
      title: titles.get(row.id) ?? row.id,
      endedAt: row.ended_at,
      state,
      accuracyPercent: row.accuracy_percent,
      expectedPercent: row.expected_percent,
      accuracy: row.accuracy,
      gate: row.gate,
      punctuality: row.punctuality,
      reviews: stars === undefined ? null : (stars - 1) / 4,
      moves: state === 'counts' ? tenths(score - scoreWithout(row.id, own, counted, now)) : null,
    }
  }
}

/** Returns the score if this delivery had been as the mean of the others: the groups stay as they are. */
function scoreWithout(id: string, own: OwnFacts, counted: DeliveryFacts[], now: Date) {
  const deliveries = own.deliveries.map((one) => (one.id === id ? meanOf(one, counted) : one))
  return scoreOf('', { ...own, deliveries }, now).total?.value ?? 0
}

/** Replaces the shares of a delivery by the means of the others that count. */
function meanOf(one: DeliveryFacts, counted: DeliveryFacts[]): DeliveryFacts {
  const others = counted.filter(({ id, relation }) => id !== one.id && relation === 'none')
  const mean = (part: 'accuracy' | 'gate' | 'punctuality') => {
    const shares = others.map((other) => other[part]).filter((share) => share !== null)
    if (one[part] === null || shares.length === 0) return one[part]
    return shares.reduce((sum, share) => sum + share, 0) / shares.length
  }
  return {
    ...one,
    accuracy: mean('accuracy'),
    gate: mean('gate'),
    punctuality: mean('punctuality'),
  }
}
