import { expect, test } from 'vitest'
import { readCensus } from '../../testing/census-tables.ts'
import { shuffle } from '../random/random-source.ts'
import { seededRandom } from '../random/seeded-random.ts'
import type { ColumnSchema } from '../schema/column-schema.ts'
import { evaluateTwin } from './evaluate-twin.ts'
import { measureAccuracy } from './fidelity/accuracy.ts'
import { measureCoherence } from './fidelity/coherence.ts'
import { columnShape } from './fidelity/column-shapes.ts'
import { similarityCoder } from './fidelity/similarity-codes.ts'
import { measureUtility } from './fidelity/utility.ts'
import {
  concatTables,
  firstRows,
  rowRange,
  type SampleColumn,
  type TableSample,
} from './table-sample.ts'

const { columns: names, tables } = readCensus()
const schema = (name: string, j: number) =>
  ({
    name,
    kind: tables.trn.columns[j]!.type === 'continuous' ? 'integer' : 'category',
    decimals: 0,
    unitSeconds: 1,
  }) as ColumnSchema
const columns = names.map((name, j) => ({
  schema: schema(name, j),
  labels: new Map([[0, 'first']]),
}))
const small = (table: TableSample) => firstRows(table, 1000)

test('real rows outscore a good twin, which outscores independent columns, in every figure', () => {
  const evaluate = (twin: TableSample) =>
    evaluateTwin({ train: small(tables.trn), holdout: small(tables.hol), twin, columns })
  const fresh = evaluate(rowRange(tables.hol, 1000, 2000))
  const good = evaluate(small(tables.syn_mostly))
  const poor = evaluate(independentColumns(small(tables.hol)))
  const figures = [fresh, good, poor].map(({ summary, detection, accuracy, efficacy }) => [
    summary.syntheticAccuracy.relative,
    accuracy.trivariate.value,
    -detection.auc,
    efficacy!.score,
  ])
  for (const [i, real] of figures[0]!.entries()) {
    expect(real).toBeGreaterThan(figures[1]![i]!)
    expect(figures[1]![i]!).toBeGreaterThan(figures[2]![i]!)
  }
  expect(fresh.summary.syntheticAccuracy.relative).toBeGreaterThan(0.98)
  expect(fresh.privacy).toBeNull()
})

/** Each column turned by another number of rows. */
function independentColumns(table: TableSample): TableSample {
  const columns = Array.from(table.columns.keys(), (j) => {
    const by = 37 * (j + 1)
    const rows = [rowRange(table, by, table.rowCount), rowRange(table, 0, by)] as const
    return concatTables(...rows).columns[j]!
  })
  return { rowCount: table.rowCount, columns }
}

test('what plots show adds up on both sides', () => {
  const twin = small(tables.syn_mostly)
  const report = evaluateTwin({ train: small(tables.trn), holdout: null, twin, columns })
  expect(report.columns.map(({ name }) => name)).toEqual(names)
  for (const { plot } of report.columns) {
    for (const side of [plot!.original, plot!.synthetic]) {
      expect(side.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
    }
  }
  expect(report.pairs.accuracy[3]![3]).toBe(1)
  expect(report.pairs.accuracy[2]![5]).toBe(report.pairs.accuracy[5]![2])
})

test('one row more moves distances summed over rows by one at most', () => {
  const twin = small(tables.syn_mostly)
  const coders = twin.columns.map(similarityCoder)
  const codes = (table: TableSample) => coders.map((code, j) => code(table.columns[j]!))
  const sums = (rows: number) => {
    const original = firstRows(tables.trn, rows)
    const { univariate, bivariate, trivariate } = measureAccuracy(codes(original), codes(twin))
    const shapes = original.columns.map((column, j) => columnShape(column, twin.columns[j]!))
    const likenesses = [univariate.value, bivariate.value, trivariate.value, ...shapes]
    return likenesses.map((likeness) => rows * (1 - likeness))
  }
  for (const rows of [20, 21, 700, 701]) {
    const [before, after] = [sums(rows), sums(rows + 1)]
    for (const [i, sum] of before.entries()) {
      expect(Math.abs(sum - after[i]!)).toBeLessThanOrEqual(1 + 1e-9)
    }
  }
})

test('one row more moves the usefulness by one part of its class at most', () => {
  const twin = small(tables.syn_mostly)
  const measure = (rows: number) => measureUtility(firstRows(tables.trn, rows), twin)!
  const [before, after] = [measure(300), measure(301)]
  expect(names[before.column]).toBe('income')
  expect(Math.abs(before.auc - after.auc)).toBeLessThanOrEqual(1 / Math.min(...before.classes))
  expect(before.auc).toBeGreaterThan(0.75)
})

test('the owner’s figure of a private twin predicts the column that the buyer’s does, whatever the original would choose', {
  tags: 'long',
}, () => {
  const { trn, hol, syn_mostly: twin } = tables
  const income = names.indexOf('income')
  /** Nearly all rows have the same income in the original, so that nothing of it could be predicted there. */
  const withoutIncome = (table: TableSample): TableSample => {
    const { rowCount } = table
    const constant = { ...table.columns[income]!, values: new Int32Array(rowCount) } as SampleColumn
    return { rowCount, columns: table.columns.with(income, constant) }
  }
  const given = {
    train: withoutIncome(small(trn)),
    holdout: small(hol),
    twin: small(twin),
    columns,
  }
  const own = evaluateTwin(given).efficacy!.targets[0]!.column
  expect(own).not.toBe('income')
  const published = measureUtility(concatTables(given.train, given.holdout), given.twin)!
  expect(names[published.column]).toBe('income')
  const ceiling = { from: 'twin', originalRows: 987 } as const
  const targets = evaluateTwin(given, { ceiling }).efficacy?.targets ?? []
  expect(targets.every(({ column }) => column === 'income')).toBe(true)
  const usual = { ...given, train: small(trn) }
  expect(evaluateTwin(usual, { ceiling }).efficacy!.targets[0]!.column).toBe('income')
})

test('the owner’s usefulness of a private twin is that of the model behind the buyer’s, on held-out rows', {
  tags: 'long',
}, () => {
  const given = { train: tables.trn, holdout: tables.hol, twin: tables.syn_mostly, columns }
  const { efficacy } = evaluateTwin(given, { ceiling: { from: 'twin', originalRows: 2000 } })
  const published = measureUtility(tables.hol, given.twin)!
  expect(efficacy!.targets[0]!.synthetic).toBe(published.auc)
  expect(published.auc).toBeGreaterThan(0.6)
})

test('one row more or less of the original leaves the ceiling that buyers see as it is', {
  tags: 'long',
}, () => {
  const twin = small(tables.syn_mostly)
  const ceilingOf = (rows: number) => {
    const train = firstRows(small(tables.trn), rows)
    const given = { train, holdout: null, twin, columns }
    const { accuracy } = evaluateTwin(given, { ceiling: { from: 'twin', originalRows: 987 } })
    return accuracy.overall.ceiling
  }
  expect(ceilingOf(999)).toBe(ceilingOf(1000))
})

test('a series keeps its coherence, and the same rows in another order lose it', () => {
  const length = 1500
  const walk = (phase: number): TableSample => ({
    rowCount: length,
    columns: [
      {
        type: 'continuous',
        values: Float64Array.from({ length }, (_, i) => 100 * Math.sin((i + phase) / 20)),
      },
    ],
  })
  const device = Int32Array.from({ length }, (_, i) => Math.floor(i / 500))
  const original = { table: walk(0), device }
  const kept = measureCoherence(original, { table: walk(7), device }, ['level'])!
  const order = Int32Array.from({ length }, (_, i) => i)
  shuffle(order, seededRandom(8))
  const values = Float64Array.from(order, (row) => original.table.columns[0]!.values[row]!)
  const shuffled = { rowCount: length, columns: [{ type: 'continuous' as const, values }] }
  const lost = measureCoherence(original, { table: shuffled, device }, ['level'])!
  expect(kept.value).toBeGreaterThan(0.9)
  expect(lost.value).toBeLessThan(0.5)
  expect(kept.autocorrelations[0]!.synthetic).toBeGreaterThan(0.99)
  expect(Math.abs(lost.autocorrelations[0]!.synthetic)).toBeLessThan(0.3)
  const alone = { table: walk(0), device: Int32Array.from(device.keys()) }
  expect(measureCoherence(alone, original, ['level'])).toBeNull()
})

test('tables one below the other keep all rows in order', () => {
  const both = concatTables(small(tables.trn), small(tables.hol))
  expect(both.rowCount).toBe(2000)
  expect(both.columns[0]!.values[1000]).toBe(tables.hol.columns[0]!.values[0])
})
