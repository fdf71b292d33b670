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
  endedAt: new Date(now.getTime() - (100 - index) * DAY_MS),
  accuracyPercent: 95,
  accuracy: 1,
  gate: 1,
  punctuality: 1,
  ...changes,
})
const many = (count: number, changes: Partial<DeliveryFacts> = {}) =>
  Array.from({ length: count }, (_, index) => delivery(index, changes))
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
    for (const shares of [[0], [1], [0.5, 0.5], [0, 1, 1], Array(40).fill(0.9)]) {
      const { low, value, high } = wilson(shares)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(low).toBeLessThanOrEqual(value)
      expect(value).toBeLessThanOrEqual(high)
      expect(high).toBeLessThanOrEqual(1)
    }
    // The textbook case: 8 of 10 are 49 to 94 %.
    const { low, high } = wilson([1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
    expect([low, high].map((share) => Math.round(100 * share))).toEqual([49, 94])
  })
})
