import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { closestRecord } from './closest-record.ts'
import { columnShape } from './column-shapes.ts'
import { pairTrends } from './pair-trends.ts'
import type { SampleColumn, TableSample } from './table-sample.ts'

/** Reference values: SDMetrics 54362a3 without thresholds, and a Python re-implementation of DCR. */
const golden = {
  hol: { shapes: 0.9808, pairs: 0.9471716 },
  syn_mostly: { shapes: 0.9633667, pairs: 0.8318585, closestShare: 0.515, exact: 0 },
  syn_flip30: { shapes: 1, pairs: 0.953249, closestShare: 0.689, exact: 0.0495 },
}

const names = ['trn', 'hol', 'syn_mostly', 'syn_flip30'] as const
type Name = (typeof names)[number]
const tables = readTables()

/** As pandas reads them: "?" is a category like any other. */
function readTables(): Record<Name, TableSample> {
  const raw = names.map((name) => {
    const file = new URL(`../../testdata/census2k-${name}.csv.gz`, import.meta.url)
    const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split(/\r?\n/)
    return lines.slice(1).map((line) => line.split(','))
  })
  const columns = raw[0]![0]!.map((_, j) => {
    const isNumeric = raw.every((rows) => rows.every((row) => Number.isFinite(Number(row[j]))))
    const codes = new Map<string, number>()
    for (const row of raw.flat()) if (!codes.has(row[j]!)) codes.set(row[j]!, codes.size)
    return raw.map(
      (rows): SampleColumn =>
        isNumeric
          ? { type: 'continuous', values: Float64Array.from(rows, (row) => Number(row[j])) }
          : {
              type: 'category',
              values: Int32Array.from(rows, (row) => codes.get(row[j]!)!),
              codeCount: codes.size,
            },
    )
  })
  const entries = names.map((name, t) => [
    name,
    { rowCount: raw[t]!.length, columns: columns.map((column) => column[t]!) },
  ])
  return Object.fromEntries(entries)
}

test.each(['hol', 'syn_mostly', 'syn_flip30'] as const)(
  'column shapes and pair trends of %s are what SDMetrics computes',
  (name) => {
    const shapes = tables.trn.columns.map((c, j) => columnShape(c, tables[name].columns[j]!))
    const mean = shapes.reduce((sum, shape) => sum + shape, 0) / shapes.length
    expect(Math.abs(mean - golden[name].shapes)).toBeLessThan(0.003)
    const pairs = pairTrends(tables.trn, tables[name], { edges: 'each' })
    expect(Math.abs(pairs - golden[name].pairs)).toBeLessThan(0.003)
  },
)

test('bins by the real edges score the mostly table .924, as measured in synthesis.md', () => {
  expect(pairTrends(tables.trn, tables.syn_mostly)).toBeCloseTo(0.924, 2)
})

test.each(['syn_mostly', 'syn_flip30'] as const)(
  'the closest-record share and exact matches of %s are those of the reference',
  (name) => {
    const measured = closestRecord(tables.trn, tables.hol, tables[name])
    expect(Math.abs(measured.syntheticShare - golden[name].closestShare)).toBeLessThan(0.005)
    expect(measured.exactSynthetic.train / 2000).toBeCloseTo(golden[name].exact, 4)
  },
)

test('a twin as close to the held-out rows as to the training rows has a share of one half', () => {
  const same = closestRecord(tables.trn, tables.trn, tables.syn_mostly)
  expect(same.syntheticShare).toBe(0.5)
  expect(same.realShare).toBe(0.5)
})

test('a twin that copies the training rows is found out', () => {
  const copied = closestRecord(tables.trn, tables.hol, tables.trn)
  expect(copied.syntheticShare).toBeGreaterThan(0.95)
  expect(copied.realShare).toBeGreaterThan(0.95)
  expect(copied.exactSynthetic.train).toBe(2000)
})
