/**
 * Computes the quality score of a vendor from facts of its contracts, reviews and conversations.
 * Deliveries and answers count in groups that enter and leave as a whole, so that a further one alone
 * changes no published score.
 */
import {
  ACCURACY_SPAN_POINTS,
  ANSWER_HOURS,
  SCORE_GROUP,
  SCORE_MONTHS,
  type ScoredPart,
  type ScorePart,
  scorePartIds,
  scoreParts,
  type VendorScore,
} from '@semblance/contract'

/**
 * Says when the company was found to be related to the vendor: not at all, before the fact was
 * recorded, or since then. What a related company brings may lower a score and never raises it.
 */
export type Relation = 'none' | 'before' | 'since'

type Grouped = {
  id: string
  client: string
  /** Sorts facts as they were recorded. */
  place: number
  endedAt: Date
  relation: Relation
}

/** Holds the shares that one ended contract earned, from 0 to 1; null where a part does not apply. */
export type DeliveryFacts = Grouped & {
  accuracyPercent: number | null
  accuracy: number | null
  gate: number | null
  punctuality: number | null
}
export type ReviewFacts = { stars: number; isRelated: boolean }
export type AnswerFacts = Grouped & { hours: number | null }

export type VendorFacts = {
  deliveries: DeliveryFacts[]
  reviews: ReviewFacts[]
  answers: AnswerFacts[]
}

/**
 * Divides facts, in the order in which they were recorded, into groups. A group closes as soon as it
 * has enough of enough clients and none has more than half; what is left at the end forms none yet.
 * Facts of companies known to be related are in groups but close none; a relation found later leaves
 * the groups as they are.
 */
export function groupsOf<Fact extends Grouped>(facts: readonly Fact[]): Fact[][] {
  const groups: Fact[][] = []
  let open: Fact[] = []
  const inOrder = facts.toSorted((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1))
  for (const fact of inOrder) {
    open.push(fact)
    if (!isGroup(open.filter(({ relation }) => relation !== 'before'))) continue
    groups.push(open)
    open = []
  }
  return groups
}

function isGroup(facts: readonly Grouped[]): boolean {
  if (facts.length < SCORE_GROUP.size) return false
  const ofClients = [...Map.groupBy(facts, ({ client }) => client).values()]
  return (
    ofClients.length >= SCORE_GROUP.clients &&
    ofClients.every((own) => own.length <= facts.length / 2)
  )
}

/** Returns the facts of the groups that still count. */
export function countedOf<Fact extends Grouped>(facts: readonly Fact[], now: Date): Fact[] {
  const since = new Date(now)
  since.setUTCMonth(since.getUTCMonth() - SCORE_MONTHS)
  return groupsOf(facts)
    .filter((group) => (group.at(-1) as Fact).endedAt >= since)
    .flat()
}

/** Returns the share that a measured accuracy earns; null if nothing was measured or to be reached. */
export function accuracyShare(
  percent: number | null,
  expected: number | null,
  refundedShare: number,
): number | null {
  if (percent === null || expected === null) return null
  const short = Math.max(0, expected - percent)
  return Math.max(0, 1 - short / ACCURACY_SPAN_POINTS) * (1 - refundedShare)
}

/** Returns the share that an answer after so many hours earns; null stands for no answer. */
export function answerShare(hours: number | null): number {
  if (hours === null) return 0
  const { full, none } = ANSWER_HOURS
  return Math.min(1, Math.max(0, (none - hours) / (none - full)))
}

/** Holds the quantile of the normal distribution for 95 %. */
const Z = 1.959964

/**
 * Returns the mean of so many shares with Wilson's 95 % interval. Shares between 0 and 1 vary no more
 * than as many zeros and ones of the same mean, so that the interval is wide enough for them, too.
 */
export function wilson(mean: number, n: number) {
  const middle = (mean + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n)
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((mean * (1 - mean)) / n + Z ** 2 / (4 * n ** 2))
  return {
    value: mean,
    low: Math.max(0, Math.min(mean, middle - half)),
    high: Math.min(1, Math.max(mean, middle + half)),
  }
}

type Counted = {
  shares: number[]
  /** Counts those of companies that are not related, which the interval follows from. */
  sure: number
  figure: number
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length
const isRelated = ({ relation }: Grouped) => relation !== 'none'

/**
 * Returns the facts that count of those with shares: all of companies that are not related, and of
 * related ones those below the mean of the others. Without any other, all do, and `sure` is 0.
 */
function lowering<Fact>(
  facts: readonly Fact[],
  shareOf: (fact: Fact) => number,
  related: (fact: Fact) => boolean,
) {
  const others = facts.filter((fact) => !related(fact))
  const level = mean(others.map(shareOf))
  const kept = facts.filter((fact) => !related(fact) || !(shareOf(fact) >= level))
  return { kept, shares: kept.map(shareOf), sure: others.length }
}

/**
 * Returns the facts that count for a part. Each part forms groups of its own, so that none of its
 * figures changes by fewer facts than a group has.
 */
function countedDeliveries(
  facts: VendorFacts,
  part: 'accuracy' | 'gate' | 'punctuality',
  now: Date,
) {
  const known = facts.deliveries.filter((one) => one[part] !== null)
  return lowering(countedOf(known, now), (one) => one[part] ?? 0, isRelated)
}

function countedParts(facts: VendorFacts, now: Date): Record<ScorePart, Counted> {
  const accuracy = countedDeliveries(facts, 'accuracy', now)
  const gate = countedDeliveries(facts, 'gate', now)
  const punctuality = countedDeliveries(facts, 'punctuality', now)
  const answers = lowering(
    countedOf(facts.answers, now),
    ({ hours }) => answerShare(hours),
    isRelated,
  )
  const reviews = lowering(
    facts.reviews,
    ({ stars }) => (stars - 1) / 4,
    (one) => one.isRelated,
  )
  return {
    accuracy: {
      ...accuracy,
      figure: mean(accuracy.kept.map(({ accuracyPercent }) => accuracyPercent ?? 0)),
    },
    gate: { ...gate, figure: sum(gate.shares) },
    punctuality: { ...punctuality, figure: sum(punctuality.shares) },
    reviews: { ...reviews, figure: mean(reviews.kept.map(({ stars }) => stars)) },
    answers: {
      ...answers,
      figure: answers.kept.filter(({ hours }) => hours !== null && hours <= 24).length,
    },
  }
}

/** Returns the score, unrounded. Null points where too little is known. */
export function scoreOf(vendorId: string, facts: VendorFacts, now: Date): VendorScore {
  const parts = countedParts(facts, now)
  const { kept, sure } = countedDeliveries(facts, 'punctuality', now)
  const known = totalOf(scorePartIds.map((id) => pointsOf(id, parts[id], parts[id].sure > 0)))
  const scored = scorePartIds.map((id) => {
    const share = mean(parts[id].shares)
    return pointsOf(id, parts[id], parts[id].sure > 0 || 100 * share < (known?.value ?? 0))
  })
  return {
    vendorId,
    total: sure === 0 ? null : totalOf(scored),
    deliveries: sure === 0 ? 0 : kept.length,
    clients: sure === 0 ? 0 : new Set(kept.map(({ client }) => client)).size,
    parts: scored,
  }
}

/** Returns the points of a part; null if it does not count. */
function pointsOf(id: ScorePart, { shares, sure, figure }: Counted, counts: boolean): ScoredPart {
  if (shares.length === 0 || !counts) return { id, points: null, count: 0, figure: null }
  const { value, low, high } = wilson(mean(shares), sure || shares.length)
  const { weight } = scoreParts[id]
  const points = { value: weight * value, low: weight * low, high: weight * high }
  return { id, points, count: shares.length, figure }
}

/** Adds up the parts that are known, in proportion to their weights. */
function totalOf(parts: readonly ScoredPart[]) {
  const known = parts.flatMap(({ id, points }) =>
    points ? [{ ...points, weight: scoreParts[id].weight }] : [],
  )
  const weight = known.reduce((sum, one) => sum + one.weight, 0)
  if (weight === 0) return null
  const add = (end: 'value' | 'low' | 'high') =>
    (100 * known.reduce((sum, one) => sum + one[end], 0)) / weight
  return { value: add('value'), low: add('low'), high: add('high') }
}

/** Returns a score as it is published: points in whole numbers, the range rounded outward. */
export function published(score: VendorScore): VendorScore {
  const rounded = ({ value, low, high }: { value: number; low: number; high: number }) => ({
    value: Math.round(value),
    low: Math.floor(low),
    high: Math.ceil(high),
  })
  return {
    ...score,
    total: score.total && rounded(score.total),
    parts: score.parts.map((part) => ({
      ...part,
      points: part.points && rounded(part.points),
      figure: part.figure === null ? null : Math.round(10 * part.figure) / 10,
    })),
  }
}
