import { expect, test } from 'vitest'
import { readCensus } from '../../../testing/census-tables.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { concatTables, firstRows, rowRange, type TableSample } from '../table-sample.ts'
import { evaluateAttacks } from './attack-risk.ts'
import { closestRecord } from './closest-record.ts'
import { evaluatePrivacy, measurePrivacy } from './evaluate-privacy.ts'
import { neighborsOfBothSides } from './neighbors/find-neighbors.ts'
import { indexTable, matchingRows } from './predicates.ts'
import { coveredRows, jointPredicates, simplePredicates } from './singling-out.ts'

const { columns, tables } = readCensus()
const train = firstRows(tables.trn, 1000)
const holdout = rowRange(tables.trn, 1000, 2000)
const independent = firstRows(tables.hol, 1000)

function closestOf(...tables: Parameters<typeof neighborsOfBothSides>) {
  const { learned, unseen } = neighborsOfBothSides(...tables)
  return closestRecord(learned.neighbors, unseen.neighbors)
}

test('a copy of the training rows fails every attack and both distance checks', () => {
  const measured = measurePrivacy({ train, holdout, twin: train }, columns)
  const { attacks, distances, outcome } = evaluatePrivacy(measured, null)
  const failed = attacks.filter((attack) => attack.outcome === 'failed')
  expect(failed.map(({ kind, column }) => column ?? kind)).toEqual(
    attacks.map(({ kind, column }) => column ?? kind),
  )
  expect(new Set(attacks.map(({ kind }) => kind)).size).toBe(6)
  expect(distances.closestShare.outcome).toBe('failed')
  expect(distances.exactMatches.outcome).toBe('failed')
  expect(outcome).toBe('failed')
})

test('rows drawn independently of the training rows pass every attack', () => {
  const measured = measurePrivacy({ train, holdout, twin: independent }, columns)
  const { attacks, outcome } = evaluatePrivacy(measured, null)
  expect(attacks.filter((attack) => attack.outcome === 'failed')).toEqual([])
  expect(attacks).toHaveLength(columns.length + 5)
  expect(outcome).not.toBe('failed')
})

test('few rows let no attack pass: their intervals hold too much', () => {
  const tries = { kind: 'linkability' as const, attacks: 20 }
  const [none, some, many] = [
    { ...tries, train: 2, control: 2 },
    { ...tries, train: 5, control: 2 },
    { ...tries, attacks: 4000, train: 400, control: 400 },
  ].map((tried) => evaluateAttacks([tried])[0]!.outcome)
  expect([none, some, many]).toEqual(['inconclusive', 'inconclusive', 'passed'])
})

test('a twin with a tenth of its rows copied is found out', () => {
  const twin = concatTables(firstRows(train, 100), rowRange(independent, 100, 1000))
  const { attacks } = measurePrivacy({ train, holdout, twin }, columns)
  const failed = attacks.filter((attack) => attack.outcome === 'failed').map(({ kind }) => kind)
  expect(failed).toContain('membership')
  expect(failed).toContain('singling-out')
})

test('a held-out row more moves the share of nearer rows by its own share, and brings no row of the twin along', () => {
  const column = (values: number[]): TableSample => ({
    rowCount: values.length,
    columns: [{ type: 'continuous', values: Float64Array.from(values) }],
  })
  const learned = column(Array(100).fill(500))
  const twin = column([...Array(50).fill(1), 500, ...Array(50).fill(2)])
  const shareOf = (unseen: number) =>
    closestOf(learned, column(Array(unseen).fill(2)), twin).realShare
  expect(Math.abs(shareOf(51) - shareOf(50))).toBeLessThanOrEqual(1 / 50)
})

test('no success on either side is no risk, and no attack at all says nothing', () => {
  const [none, empty] = evaluateAttacks([
    { kind: 'linkability', attacks: 1000, train: 0, control: 0 },
    { kind: 'linkability', attacks: 0, train: 0, control: 0 },
  ])
  expect(none!.risk).toMatchObject({ value: 0, low: 0 })
  expect(none!.risk.high).toBeLessThan(0.01)
  expect(empty!.risk).toEqual({ value: 0, low: 0, high: 1 })
})

test('every predicate matches one synthetic row, and lookup finds what a scan finds', () => {
  const twin = indexTable(firstRows(independent, 300))
  const random = seededRandom(5)
  const predicates = [...simplePredicates(twin, random), ...jointPredicates(twin, random)]
  expect(predicates.length).toBeGreaterThan(200)
  for (const predicate of predicates) expect(matchingRows(twin, predicate)).toHaveLength(1)
  const indexed = indexTable(train)
  for (const predicate of [...predicates.slice(0, 20), ...predicates.slice(-60)]) {
    const scanned = Array.from({ length: train.rowCount }, (_, row) => row).filter((row) =>
      predicate.every(({ column, is, value }) => {
        const actual = train.columns[column]!.values[row]!
        if (is === 'missing') return Number.isNaN(actual)
        return is === 'equal'
          ? actual === value
          : is === 'atLeast'
            ? actual >= value
            : actual <= value
      }),
    )
    expect(matchingRows(indexed, predicate).sort((a, b) => a - b)).toEqual(scanned)
  }
})

test('one row more moves the number of rows under predicates by one at most', () => {
  const twin = indexTable(independent)
  const random = seededRandom(6)
  const predicates = [...simplePredicates(twin, random), ...jointPredicates(twin, random)]
  const counts = Array.from({ length: 40 }, (_, i) =>
    coveredRows(predicates, indexTable(firstRows(train, 10 + i))),
  )
  const steps = counts.slice(1).map((count, i) => Math.abs(count - counts[i]!))
  expect(new Set(steps)).toEqual(new Set([0, 1]))
})
