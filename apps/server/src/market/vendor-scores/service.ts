/** Serves the quality scores of vendors, computed from what is recorded whenever they are read. */
import {
  ANSWER_HOURS,
  estimatedTable,
  type ScoredDelivery,
  type VendorScore,
} from '@semblance/contract'
import { qualityScore } from '@semblance/plots'
import { viewerOrganization } from '../../core/api/service.ts'
import { decodeCursor, type Page, pageOf } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { estimateAccuracy } from '../accuracy-estimates/service.ts'
import {
  type ContractFactsRow,
  listAnswerFacts,
  listContractFacts,
  listReviewFacts,
  listVisibleVendors,
} from './queries.ts'
import {
  accuracyShare,
  countedOf,
  type DeliveryFacts,
  groupsOf,
  published,
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

/** Lists the vendor's own ended contracts, and how each moves its score. */
export async function listScoredDeliveries(ctx: Ctx, { cursor, limit }: Page) {
  const vendor = viewerOrganization(ctx, 'vendor')
  const after = decodeCursor(cursor)
  const { facts, rows } = await withSystemRole(ctx.tx, () => readFacts(ctx.tx, [vendor], ctx.now))
  const own = factsOf(facts, vendor)
  const following = rows
    .filter((row) => !after || compare(row, { ended_at: after.at, id: after.id }) > 0)
    .toSorted(compare)
    .slice(0, limit + 1)
  return pageOf(
    following,
    limit,
    (row) => ({ at: row.ended_at, id: row.id }),
    (row) => toScoredDelivery(row, own, ctx.now),
  )
}

type Place = { ended_at: Date; id: string }

/** Sorts the newest first. */
const compare = (a: Place, b: Place) =>
  b.ended_at.getTime() - a.ended_at.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

type AllFacts = Map<string, VendorFacts & { stars: Map<string, number> }>
const noFacts = () => ({ deliveries: [], reviews: [], answers: [], stars: new Map() })
const factsOf = (facts: AllFacts, vendor: string) => facts.get(vendor) ?? noFacts()

/** Reads all facts of these vendors, in three queries for any number. */
async function readFacts(tx: Tx, vendors: readonly string[], now: Date) {
  const rows = await listContractFacts(tx, vendors)
  const facts: AllFacts = new Map(vendors.map((id) => [id, noFacts()]))
  for (const row of rows) if (!row.is_related) factsIn(facts, row).deliveries.push(toFacts(row))
  for (const row of await listReviewFacts(tx, vendors)) {
    const own = factsIn(facts, row)
    own.reviews.push({ client: row.client, stars: row.rating })
    own.stars.set(row.contract_id, row.rating)
  }
  for (const row of await listAnswerFacts(tx, vendors, ANSWER_HOURS.none, now)) {
    const { id, client, asked_at, answered_at } = row
    const hours = answered_at && (answered_at.getTime() - asked_at.getTime()) / HOUR_MS
    const endedAt = answered_at ?? new Date(asked_at.getTime() + ANSWER_HOURS.none * HOUR_MS)
    factsIn(facts, row).answers.push({ id, client, endedAt, hours })
  }
  return { facts, rows }
}

const HOUR_MS = 3_600_000

function factsIn(facts: AllFacts, { vendor }: { vendor: string }) {
  const found = facts.get(vendor)
  if (!found) throw new TypeError('Facts of a vendor that was not asked for')
  return found
}

function toFacts(row: ContractFactsRow): DeliveryFacts {
  const { id, client, ended_at: endedAt, is_undelivered, is_late, has_missed, refunded_share } = row
  const accuracyPercent = is_undelivered ? null : percentOf(row)
  return {
    id,
    client,
    endedAt,
    accuracyPercent,
    accuracy: accuracyShare(accuracyPercent, expectedPercent(row), refunded_share),
    gate: is_undelivered ? null : has_missed ? 0 : 1,
    punctuality: is_late ? 0 : 1,
  }
}

function percentOf({ accuracy_tenths: tenths, relative }: ContractFactsRow): number | null {
  if (tenths !== null) return tenths / 10
  return relative === null ? null : qualityScore({ relative })
}

/** Returns the greater of what was agreed and what the request lets expect; null without either. */
function expectedPercent(row: ContractFactsRow): number | null {
  const table = estimatedTable.safeParse({
    rows: row.records === null ? null : Number(row.records),
    columns: row.columns,
    orderedColumns: row.ordered_columns,
    privacyLevel: row.privacy_level,
  })
  const estimate = row.tables === 1 && table.success ? estimateAccuracy(table.data) : null
  const found = [
    row.agreed_percent,
    estimate && estimate.accuracyPercent - estimate.errorPoints,
  ].filter((percent) => percent !== null)
  return found.length === 0 ? null : Math.max(...found)
}

function toScoredDelivery(
  row: ContractFactsRow,
  own: VendorFacts & { stars: Map<string, number> },
  now: Date,
): ScoredDelivery {
  const facts = toFacts(row)
  const stars = own.stars.get(row.id)
  const state = row.is_related ? 'related' : stateOf(row.id, own.deliveries, now)
  return {
    contractId: row.id,
    title: row.title,
    endedAt: row.ended_at,
    state,
    accuracyPercent: facts.accuracyPercent,
    expectedPercent: expectedPercent(row),
    accuracy: facts.accuracy,
    gate: facts.gate,
    punctuality: facts.punctuality,
    reviews: stars === undefined ? null : (stars - 1) / 4,
    moves: state === 'counts' ? effectOf(row.id, own, now) : null,
  }
}

function stateOf(id: string, deliveries: DeliveryFacts[], now: Date): ScoredDelivery['state'] {
  const has = (facts: DeliveryFacts[]) => facts.some((one) => one.id === id)
  if (has(countedOf(deliveries, now))) return 'counts'
  return has(groupsOf(deliveries).flat()) ? 'past' : 'waits'
}

/**
 * Returns the score less what it would be if this delivery had been as the mean of the others: the
 * groups stay as they are.
 */
function effectOf(id: string, own: VendorFacts & { stars: Map<string, number> }, now: Date) {
  const without: VendorFacts = {
    ...own,
    deliveries: own.deliveries.map((one) => (one.id === id ? meanOf(one, own, now) : one)),
  }
  const score = (facts: VendorFacts) => scoreOf('', facts, now).total?.value ?? 0
  return Math.round(10 * (score(own) - score(without))) / 10
}

/** Replaces the shares of a delivery by the means of the others that count. */
function meanOf(one: DeliveryFacts, own: VendorFacts, now: Date): DeliveryFacts {
  const others = countedOf(own.deliveries, now).filter(({ id }) => id !== one.id)
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
