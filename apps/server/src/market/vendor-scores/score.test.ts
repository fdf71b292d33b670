import { scorePartIds, scoreParts } from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import {
  accuracyShare,
  answerShare,
  countedOf,
  type DeliveryFacts,
  groupsOf,
  published,
  scoreOf,
  wilson,
} from './score.ts'

const now = new Date('2026-11-27T00:00:00Z')
const DAY_MS = 86_400_000

const delivery = (index: number, changes: Partial<DeliveryFacts> = {}): DeliveryFacts => ({
  id: `CTR-${1000 + index}`,
  client: `client ${index % 3}`,
  place: index,
  relation: 'none',
  endedAt: new Date(now.getTime() - (100 - index) * DAY_MS),
  accuracyPercent: 95,
  accuracy: 1,
  gate: 1,
  punctuality: 1,
  ...changes,
})
const many = (count: number, changes: Partial<DeliveryFacts> = {}) =>
  Array.from({ length: count }, (_, index) => delivery(index, changes))
const later = (one: DeliveryFacts, by: number) => ({
  ...one,
  id: `${one.id} ${by}`,
  place: one.place + by,
})
const score = (deliveries: DeliveryFacts[], at = now) =>
  published(scoreOf('v', { deliveries, reviews: [], answers: [] }, at))

describe('a score', () => {
  it('weighs its parts to 100', () => {
    expect(scorePartIds.reduce((sum, id) => sum + scoreParts[id].weight, 0)).toBe(100)
  })

  it('is not told below a group: five deliveries of three clients, none with more than half', () => {
    for (const few of [[], many(1), many(4), many(9, { client: 'one' })])
      expect(score(few)).toMatchObject({ total: null, deliveries: 0, clients: 0 })
    const two = many(9).map((one, index) => ({ ...one, client: `client ${index % 2}` }))
    expect(score(two).total).toBeNull()
    expect(score(many(5))).toMatchObject({ total: { value: 100, high: 100 }, deliveries: 5 })
  })

  it('says how little five perfect deliveries prove, and how much more fifty do', () => {
    const [few, more] = [score(many(5)).total, score(many(50)).total]
    expect(few).toEqual({ value: 100, low: 56, high: 100 })
    expect(more).toEqual({ value: 100, low: 92, high: 100 })
  })

  it('leaves out parts of which nothing is known, and counts the others in proportion', () => {
    const late = many(5).map((one, index) => ({ ...one, punctuality: index === 0 ? 0 : 1 }))
    const { total, parts } = score(late)
    // 35 + 20 + 16 of 75: reviews and answers are unknown.
    expect(total?.value).toBe(95)
    expect(parts.find(({ id }) => id === 'reviews')).toMatchObject({ points: null, count: 0 })
    expect(parts.find(({ id }) => id === 'punctuality')).toMatchObject({
      points: { value: 16 },
      count: 5,
      figure: 4,
    })
  })

  it('discloses no delivery: it stays until five more have ended', () => {
    const before = score(many(5))
    for (const further of [1, 2, 3, 4]) {
      const worse = Array.from({ length: further }, (_, index) =>
        delivery(5 + index, { accuracy: 0, accuracyPercent: 40, gate: 0, punctuality: 0 }),
      )
      expect(score([...many(5), ...worse])).toEqual(before)
    }
    expect(score(many(10)).deliveries).toBe(10)
  })

  it('tells no accuracy of fewer than a group of measured deliveries', () => {
    const one = many(10).map((fact, index) =>
      index === 3 ? fact : { ...fact, accuracy: null, accuracyPercent: null },
    )
    expect(score(one).parts.find(({ id }) => id === 'accuracy')).toMatchObject({ points: null })
  })

  it('forgets a group as a whole, 24 months after its last delivery', () => {
    const group = many(5)
    const last = group.at(-1)?.endedAt.getTime() ?? 0
    const at = (days: number) => new Date(last + days * DAY_MS)
    expect(countedOf(group, at(720))).toHaveLength(5)
    expect(countedOf(group, at(740))).toEqual([])
  })
})

describe('groups', () => {
  it('do not depend on the order in which facts are read, nor on later ones', () => {
    const facts = many(23)
    const ids = (groups: DeliveryFacts[][]) => groups.map((group) => group.map(({ id }) => id))
    expect(ids(groupsOf(facts.toReversed()))).toEqual(ids(groupsOf(facts)))
    for (const count of [7, 12, 18]) {
      const then = ids(groupsOf(facts.slice(0, count)))
      expect(ids(groupsOf(facts)).slice(0, then.length)).toEqual(then)
    }
  })
})

describe('a company that is related to the vendor', () => {
  const bad = { accuracy: 0, accuracyPercent: 40, gate: 0, punctuality: 0 }
  const related = (facts: DeliveryFacts[], client: string, relation: 'before' | 'since') =>
    facts.map((one) => (one.client === client ? { ...one, relation } : one))
  const ends = (deliveries: DeliveryFacts[], reviews = [{ stars: 5, isRelated: false }]) => {
    const { total, deliveries: counted } = scoreOf('v', { deliveries, reviews, answers: [] }, now)
    return { value: total?.value ?? 0, low: total?.low ?? 0, counted }
  }

  it('takes a bad delivery away neither before nor after it was recorded', () => {
    const facts = [...many(9), delivery(9, { ...bad, client: 'client 0' })]
    const all = ends(facts)
    for (const relation of ['before', 'since'] as const) {
      const then = ends([
        ...related(facts, 'client 0', relation),
        ...many(5).map((one) => later(one, 20)),
      ])
      expect(then.value).toBeLessThan(100)
    }
    const since = ends(related(facts, 'client 0', 'since'))
    expect(since.value).toBeLessThanOrEqual(all.value)
    expect(since.low).toBeLessThanOrEqual(all.low)
  })

  it('brings no good deliveries, and closes no group', () => {
    expect(ends(related(many(5), 'client 1', 'before')).counted).toBe(0)
    const watered = [
      ...many(5, { punctuality: 0 }),
      ...many(20, { client: 'own' }).map((one) => later(one, 5)),
    ]
    const own = related(watered, 'own', 'before')
    const closed = [...own, ...many(5, { punctuality: 0 }).map((one) => later(one, 30))]
    expect(ends(closed)).toEqual(ends([...many(5, { punctuality: 0 }), ...closed.slice(-5)]))
  })

  it('leaves the groups as they are when it is found out later, and the score no higher', () => {
    const facts = many(15).map((one, index) => ({ ...one, punctuality: index % 2 }))
    const ids = (all: DeliveryFacts[]) => groupsOf(all).map((group) => group.map(({ id }) => id))
    for (const client of ['client 0', 'client 1', 'client 2']) {
      const then = related(facts, client, 'since')
      expect(ids(then)).toEqual(ids(facts))
      expect(ends(then).value).toBeLessThanOrEqual(ends(facts).value)
      expect(ends(then).low).toBeLessThanOrEqual(ends(facts).low)
    }
  })

  it('takes its only bad review away from no score, and gives none its only good one', () => {
    const of = (stars: number, isRelated: boolean) => {
      const [one, ...others] = many(5)
      return ends(
        [{ ...(one as DeliveryFacts), punctuality: 0 }, ...others],
        [{ stars, isRelated }],
      ).value
    }
    expect(of(1, true)).toBe(of(1, false))
    expect(of(5, true)).toBeLessThan(of(5, false))
  })
})

describe('the shares', () => {
  it('of accuracy fall by a tenth for each point below what was expected, and with what was refunded', () => {
    expect(accuracyShare(96, 94, 0)).toBe(1)
    expect(accuracyShare(92, 94, 0)).toBeCloseTo(0.8)
    expect(accuracyShare(70, 94, 0)).toBe(0)
    expect(accuracyShare(94, 94, 0.4)).toBeCloseTo(0.6)
    expect(accuracyShare(null, 94, 0)).toBeNull()
    expect(accuracyShare(94, null, 0)).toBeNull()
  })

  it('of answers fall from four hours to three days, and are nothing without an answer', () => {
    expect([0, 4, 38, 72, 500, null].map(answerShare)).toEqual([1, 1, 0.5, 0, 0, 0])
  })

  it('have an interval that contains the mean and no more than 0 to 1', () => {
    for (const [mean, count] of [
      [0, 1],
      [1, 1],
      [0.5, 2],
      [2 / 3, 3],
      [0.9, 40],
    ] as const) {
      const { low, value, high } = wilson(mean, count)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(low).toBeLessThanOrEqual(value)
      expect(value).toBeLessThanOrEqual(high)
      expect(high).toBeLessThanOrEqual(1)
    }
    // The textbook case: 8 of 10 are 49 to 94 %.
    const { low, high } = wilson(0.8, 10)
    expect([low, high].map((share) => Math.round(100 * share))).toEqual([49, 94])
  })
})
