import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classOf, LEXICAL_CLASSES, nameOfClass } from '../../schema/vote/lexical-classes.ts'
import { tallyTexts } from './tally-texts.ts'

const cell = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom('', '?', 'NA', 'nUlL', ' 7 ', '007', '+12345678', '1e5', '.5', '5.', '-0', 'YES'),
  fc.constantFrom('2020-01-02', '03/04/2020', '13/04/2020 10:00', '04/13/2020', '31.02.2020'),
  fc.constantFrom('a@b.org', '4111111111111111', '4111 1111 1111 1111', '192.168.0.1', 'Ada Khan'),
  fc.stringMatching(/^[+-]?\d{1,22}(\.\d{0,12})?$/),
)

const names = LEXICAL_CLASSES.map(nameOfClass)

test('every text is in one class of the public list, and no class is listed twice', () => {
  expect(new Set(names).size).toBe(names.length)
  fc.assert(
    fc.property(cell, (text) => {
      expect(names).toContain(nameOfClass(classOf(text)))
    }),
    { numRuns: 2000 },
  )
})

function countsOf(cells: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of cells) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Rows by which two histograms differ, cell by cell. */
function difference(a: Iterable<[unknown, number]>, b: Iterable<[unknown, number]>): number {
  const left = new Map(a)
  const right = new Map(b)
  const keys = new Set([...left.keys(), ...right.keys()])
  return [...keys].reduce<number>(
    (sum, key) => sum + Math.abs((left.get(key) ?? 0) - (right.get(key) ?? 0)),
    0,
  )
}

test('one row more changes one count of a histogram by one, and m rows m counts', () => {
  const rows = fc.array(cell, { maxLength: 30 })
  fc.assert(
    fc.property(rows, fc.array(cell, { minLength: 1, maxLength: 4 }), (kept, added) => {
      const [before, after] = [kept, [...kept, ...added]].map((of) => tallyTexts(countsOf(of)))
      const m = added.length
      expect(difference(before!.classes().entries(), after!.classes().entries())).toBe(m)
      expect(difference(before!.masks(), after!.masks())).toBeLessThanOrEqual(m)
      expect(difference(before!.sizes().entries(), after!.sizes().entries())).toBeLessThanOrEqual(m)
      expect(after!.distinct() - before!.distinct()).toBeGreaterThanOrEqual(0)
      expect(after!.distinct() - before!.distinct()).toBeLessThanOrEqual(m)
    }),
    { numRuns: 500 },
  )
})
