/** Makes the figures of a quarter out of what was counted, without those that too few stand behind. Pure. */
import {
  type BudgetBand,
  budgetBands,
  type Category,
  type Cell,
  type CountedFact,
  type DemandFigures,
  halvesOf,
  isolates,
  LEAST_ORGANIZATIONS,
  MAX_ASKED_COLUMNS,
  meaningOfName,
  type OfferFigures,
  type PrivacyLevel,
  partition,
  roundedCount,
  standsOnEnough,
} from '@semblance/contract'
import { moneyRange } from '../../market/price-estimates/service.ts'

/** Describes a posted request; its one side is the client. */
export type RequestFact = CountedFact & {
  category: Category
  privacyLevel: PrivacyLevel
  budgetCents: number
  columns: readonly string[]
}

/** Describes a decided offer; its sides are client and vendor. */
export type OfferFact = CountedFact & { category: Category; priceCents: number; isWon: boolean }

const nothing: DemandFigures = {
  requests: null,
  budget: null,
  byCategory: null,
  byPrivacy: null,
  byBudget: null,
  columns: [],
}

/** Returns what is published of the requests of a quarter. */
export function demandOf(requests: readonly RequestFact[]): DemandFigures {
  const shown = shownDemand(requests)
  if (!shown) return nothing
  return {
    requests: roundedCount(requests.length),
    budget: inCents(moneyRange(requests, ({ budgetCents }) => budgetCents)),
    byCategory: counted(shown.category),
    byPrivacy: counted(shown.privacy),
    byBudget: counted(shown.budget),
    columns: shown.columns.map(({ key, facts }) => ({
      name: key ?? '',
      requests: roundedCount(facts.length),
    })),
  }
}

const inCents = (range: ReturnType<typeof moneyRange>) =>
  range && { lowCents: BigInt(range.lowCents), highCents: BigInt(range.highCents) }

const counted = <Key extends string>(cells: readonly Cell<RequestFact, Key>[] | null) =>
  cells?.map(({ key, facts }) => ({ key, requests: roundedCount(facts.length) })) ?? null

/** Returns the facts behind each figure of the requests; null if even all of them are of too few. */
export function shownDemand(requests: readonly RequestFact[]) {
  if (!standsOnEnough(requests)) return null
  const against: (readonly RequestFact[])[] = [requests]
  const breakdown = <Key extends string>(keyOf: (fact: RequestFact) => Key) => {
    const cells = partition(requests, keyOf, { against })
    against.push(...(cells ?? []).map(({ facts }) => facts))
    return cells
  }
  return {
    category: breakdown((fact) => fact.category),
    privacy: breakdown((fact) => fact.privacyLevel),
    budget: breakdown((fact) => bandOf(fact.budgetCents)),
    columns: askedColumns(requests, against),
  }
}

function bandOf(budgetCents: number): BudgetBand {
  return budgetBands.find((limit) => budgetCents < Number(limit) * 100) ?? 'above'
}

/** Returns the columns that most requests ask for, but for those that would isolate a few requests. */
function askedColumns(
  requests: readonly RequestFact[],
  shown: readonly (readonly RequestFact[])[],
): Cell<RequestFact>[] {
  const against = [...shown]
  const asking = new Map<string, { names: Map<string, number>; facts: Set<RequestFact> }>()
  for (const fact of requests)
    for (const column of fact.columns) {
      const name = column.toLowerCase()
      const { words } = meaningOfName(column)
      const asked = asking.get(words) ?? { names: new Map(), facts: new Set() }
      asked.names.set(name, (asked.names.get(name) ?? 0) + 1)
      asked.facts.add(fact)
      asking.set(words, asked)
    }
  const sorted = [...asking].toSorted(
    ([one, a], [other, b]) => b.facts.size - a.facts.size || (one < other ? -1 : 1),
  )
  const cells: Cell<RequestFact>[] = []
  for (const [, { names, facts }] of sorted) {
    if (cells.length === MAX_ASKED_COLUMNS || facts.size <= LEAST_ORGANIZATIONS) break
    const own = [...facts]
    if (!standsOnEnough(own) || against.some((other) => isolates(own, other))) continue
    against.push(own)
    cells.push({ key: mostUsed(names), facts: own })
  }
  return cells
}

const mostUsed = (names: ReadonlyMap<string, number>) =>
  [...names].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))[0]?.[0] ?? ''

const areWon = (offers: readonly OfferFact[]) => offers.filter(({ isWon }) => isWon)
const areLost = (offers: readonly OfferFact[]) => offers.filter(({ isWon }) => !isWon)

/** Returns true if won and lost offers each stand on enough. */
const isEnough = (offers: readonly OfferFact[]) =>
  standsOnEnough(areWon(offers)) && standsOnEnough(areLost(offers))

/** Returns the facts behind each figure of decided offers; null if even all of them are of too few. */
export function shownOffers(offers: readonly OfferFact[]) {
  if (!isEnough(offers)) return null
  return partition(offers, ({ category }) => category, { against: [offers], isEnough }) ?? []
}

/** Returns what is published of the offers decided in a quarter. */
export function outcomesOf(offers: readonly OfferFact[]): OfferFigures {
  const cells = shownOffers(offers)
  if (!cells) return { all: null, byCategory: null }
  const priced = pricedSets([offers, ...cells.map(({ facts }) => facts)])
  const outcome = (facts: readonly OfferFact[]) => outcomeOf(facts, priced.has(facts))
  return {
    all: outcome(offers),
    byCategory:
      cells.length === 0 ? null : cells.map(({ key, facts }) => ({ key, ...outcome(facts) })),
  }
}

const priceOf = ({ priceCents }: OfferFact) => priceCents

/** Returns those sets of offers whose prices may be shown: no half of one isolates a few in comparison with another's. */
function pricedSets(sets: readonly (readonly OfferFact[])[]) {
  const shown: (readonly OfferFact[])[] = []
  return new Set(
    sets.filter((offers) => {
      const halves = halvesOf(areWon(offers), priceOf)
      if (!halves) return false
      const own = [halves.lower, halves.upper]
      if (own.some((half) => shown.some((other) => isolates(half, other)))) return false
      shown.push(...own)
      return true
    }),
  )
}

const PERCENT_STEP = 5

function outcomeOf(offers: readonly OfferFact[], isPriced: boolean) {
  const won = areWon(offers)
  return {
    decided: roundedCount(offers.length),
    wonPercent: PERCENT_STEP * Math.round((100 * won.length) / offers.length / PERCENT_STEP),
    price: isPriced ? inCents(moneyRange(won, priceOf)) : null,
  }
}
