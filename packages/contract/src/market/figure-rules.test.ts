/** An adversary compares any two figures that are shown, and knows all about itself. */
import { describe, expect, it } from 'vitest'
import {
  type CountedFact,
  isolates,
  LEAST_ORGANIZATIONS,
  partition,
  standsOnEnough,
} from './figure-rules.ts'

const of = (...organizations: string[]): CountedFact[] =>
  organizations.map((one, index) => ({ id: `${one}${index}`, sides: [one] }))

describe('a figure stands on enough organizations', () => {
  it('if five are left for whoever knows its own part', () => {
    expect(standsOnEnough([])).toBe(false)
    expect(standsOnEnough(of('a', 'b', 'c', 'd', 'e'))).toBe(false)
    expect(standsOnEnough(of('a', 'b', 'c', 'd', 'e', 'f'))).toBe(true)
  })

  it('not if one has most of it, or most of what another does not know', () => {
    const others = ['b', 'c', 'd', 'e', 'f']
    expect(standsOnEnough(of(...Array<string>(95).fill('a'), ...others))).toBe(false)
    expect(standsOnEnough(of(...Array<string>(5).fill('a'), ...others))).toBe(false)
    expect(standsOnEnough(of('a', 'a', 'a', 'a', ...others))).toBe(true)
    // Who has as much as the largest knows the rest, of which the largest would be more than half.
    expect(standsOnEnough(of('a', 'a', 'a', 'b', 'b', 'b', 'c', 'd', 'e', 'f'))).toBe(true)
    expect(
      standsOnEnough(
        of(...Array<string>(5).fill('a'), ...Array<string>(5).fill('b'), 'c', 'd', 'e', 'f'),
      ),
    ).toBe(false)
  })

  it('on both sides of a deal, also for a company that buys and sells', () => {
    const deal = (client: string, vendor: string, id: string) => ({ id, sides: [client, vendor] })
    const deals = (count: number) =>
      Array.from({ length: count }, (_, n) => deal(`client ${n}`, `vendor ${n}`, `${n}`))
    expect(standsOnEnough(deals(6))).toBe(true)
    expect(
      standsOnEnough(deals(6).map((one) => deal(one.sides[0] as string, 'vendor', one.id))),
    ).toBe(false)
    const both = [...deals(5), deal('client 9', 'client 0', '9')]
    expect(standsOnEnough(both)).toBe(false)
  })

  it('counts related organizations, which have one name, as one', () => {
    expect(standsOnEnough(of('group', 'group', 'group', 'b', 'c', 'd'))).toBe(false)
  })
})

describe('cells', () => {
  const cellsOf = (facts: CountedFact[], against: CountedFact[][] = [facts]) =>
    partition(facts, ({ id }) => id.slice(-1) as 'x' | 'y' | 'z', { against })?.map(
      ({ key, facts: { length } }) => [key, length],
    )
  const cell = (key: string, count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => ({ id: `${n + from} ${key}`, sides: [`${n + from}`] }))

  it('that stand on too few are shown together', () => {
    expect(cellsOf([...cell('x', 9), ...cell('y', 3), ...cell('z', 4, 3)])).toEqual([
      ['x', 9],
      [null, 7],
    ])
  })

  it('take another with them, where together they are still too few', () => {
    expect(cellsOf([...cell('x', 9), ...cell('y', 7), ...cell('z', 1)])).toEqual([
      ['x', 9],
      [null, 8],
    ])
    expect(cellsOf([...cell('x', 9), ...cell('z', 1)])).toBeUndefined()
  })

  it('are one where another breakdown would leave a few between them', () => {
    const facts = [...cell('x', 8), ...cell('y', 8), ...cell('z', 8)]
    const shown = facts.filter(({ id }) => id.endsWith('x') || id === '0 y')
    expect(cellsOf(facts, [facts, shown])).toBeUndefined()
  })
})

/** Returns numbers from 0 up to 1 that are the same in every run. */
function numbersFrom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Request = CountedFact & { category: string; level: string; band: string }

function randomMarket(seed: number): Request[] {
  const random = numbersFrom(seed)
  const pick = (count: number) => Math.floor(random() ** 2 * count)
  const organizations = 6 + pick(40)
  return Array.from({ length: 8 + Math.floor(random() * 150) }, (_, n) => {
    const client = pick(organizations)
    const category = `c${(client + pick(3)) % 5}`
    return {
      id: `${n}`,
      sides: [`${client}`],
      category,
      level: category === 'c1' ? 'maximum' : `l${pick(3)}`,
      band: `b${pick(5)}`,
    }
  })
}

describe('an adversary who compares all pairs of figures of 100 markets', () => {
  it('is never left with fewer than five other organizations, nor with one that has most', () => {
    let figures = 0
    for (let seed = 1; seed <= 100; seed++) {
      const facts = randomMarket(seed)
      if (!standsOnEnough(facts)) continue
      const shown: (readonly CountedFact[])[] = [facts]
      for (const key of ['category', 'level', 'band'] as const)
        shown.push(
          ...(partition(facts, (fact) => fact[key], { against: shown }) ?? []).map(
            (one) => one.facts,
          ),
        )
      expect(shown.filter((one) => !isHidden(one))).toEqual([])
      for (const [index, one] of shown.entries())
        for (const other of shown.slice(index + 1)) {
          const rest = difference(one, other) ?? difference(other, one) ?? []
          if (rest.length > 0 && !isHidden(rest))
            expect.fail(`Market ${seed} isolates ${rest.length}`)
        }
      figures += shown.length
    }
    expect(figures).toBeGreaterThan(150)
  })

  it('would be, if cells were only compared with the least number of organizations', () => {
    let isolated = 0
    for (let seed = 1; seed <= 100; seed++) {
      const facts = randomMarket(seed)
      const cells = [...Map.groupBy(facts, ({ category }) => category).values()]
      isolated += cells.filter((one) => standsOnEnough(one) && isolates(one, facts)).length
    }
    expect(isolated).toBeGreaterThan(0)
  })
})

/** Returns what one figure has beyond another that it contains; undefined if it does not. */
function difference(one: readonly CountedFact[], other: readonly CountedFact[]) {
  const ids = new Set(one.map(({ id }) => id))
  if (other.some(({ id }) => !ids.has(id))) return undefined
  const taken = new Set(other.map(({ id }) => id))
  return one.filter(({ id }) => !taken.has(id))
}

/** Tries each organization as the adversary. */
function isHidden(facts: readonly CountedFact[]) {
  return [...new Set(facts.map(({ sides }) => sides[0]))].every((reader) => {
    const rest = facts.filter(({ sides }) => sides[0] !== reader)
    const counts = [...Map.groupBy(rest, ({ sides }) => sides[0]).values()].map((own) => own.length)
    return counts.length >= LEAST_ORGANIZATIONS && Math.max(...counts) <= rest.length / 2
  })
}
