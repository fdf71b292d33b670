import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnSchema } from '../schema/column-schema.ts'
import { evaluateTwin } from './evaluate-twin.ts'
import { evaluatePrivacy, measurePrivacy } from './privacy/evaluate-privacy.ts'
import type { SampleColumn, TableSample } from './table-sample.ts'

/** Columns of few values, many of them missing: constants, ties and empty columns are likely. */
const tables = fc
  .record({
    kinds: fc.array(fc.constantFrom('continuous', 'category'), { minLength: 1, maxLength: 4 }),
    rows: fc.tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 9 }),
    ),
    values: fc.array(fc.integer({ min: -1, max: 4 }), { minLength: 120, maxLength: 120 }),
  })
  .map(({ kinds, rows, values }) => {
    let drawn = 0
    const [train, holdout, twin] = rows.map(
      (rowCount): TableSample => ({
        rowCount,
        columns: kinds.map((type): SampleColumn => {
          const own = Array.from({ length: rowCount }, () => values[drawn++ % values.length]!)
          return type === 'category'
            ? { type, values: Int32Array.from(own), codeCount: 5 }
            : {
                type: 'continuous',
                values: Float64Array.from(own, (v) => (v < 0 ? Number.NaN : v)),
              }
        }),
      }),
    )
    const columns = kinds.map((type, j) => ({
      schema: {
        name: `c${j}`,
        kind: type === 'continuous' ? 'integer' : 'category',
        decimals: 0,
        unitSeconds: 1,
      } as ColumnSchema,
      labels: new Map<number, string>(),
    }))
    return { train: train!, holdout: holdout!, twin: twin!, columns }
  })

test('tables of one row, one column, one value or none at all get figures, every one a number', () => {
  fc.assert(
    fc.property(tables, ({ columns, ...samples }) => {
      const names = columns.map(({ schema }) => schema.name)
      const privacy = evaluatePrivacy(measurePrivacy(samples, names), null)
      const evaluation = evaluateTwin({ ...samples, columns })
      expect(oddNumbers({ ...evaluation, privacy })).toEqual([])
      const { holdout: _, ...without } = samples
      expect(oddNumbers(evaluateTwin({ ...without, holdout: null, columns }))).toEqual([])
    }),
    { numRuns: 150, seed: 4 },
  )
})

/** Returns the paths of figures that are not finite. */
function oddNumbers(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => oddNumbers(inner, `${path}.${key}`))
}
