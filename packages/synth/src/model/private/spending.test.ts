import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blankColumn } from '../../../testing/blank-column.ts'
import { measureInMemory } from '../../../testing/measure-in-memory.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { ColumnSchema } from '../../schema/column-schema.ts'
import { planWithoutRules } from '../../schema/rules/rule-plan.ts'
import { fitModel } from '../fit-model.ts'
import type { Measure } from '../measure/measure.ts'
import { measureByRules } from '../measure/measure-by-rules.ts'
import { planBudget } from './budget.ts'
import { openLedger, rhoSpent } from './privacy-ledger.ts'

const LABELS = ['a', 'b', 'c', 'd']

function schemaOf(kind: ColumnSchema['kind'], j: number, isDeclared: boolean): ColumnSchema {
  return {
    ...blankColumn,
    name: `column ${j}`,
    kind,
    dateFormat: '%Y-%m-%d',
    unitSeconds: 86_400,
    mask: 'A9',
    bounds: isDeclared && kind !== 'category' ? { low: 0, high: 99 } : null,
    values: isDeclared && kind === 'category' ? LABELS : null,
  }
}

/** Calls `onLook` before every look at a single column; tables of several are chosen among before they are paid for. */
function watched(measure: Measure, onLook: () => void): Measure {
  const before =
    <Args extends unknown[], Result>(look: (...args: Args) => Result) =>
    (...args: Args): Result => {
      onLook()
      return look(...args)
    }
  return {
    ...measure,
    countRows: before(measure.countRows),
    countMissing: before(measure.countMissing),
    countCells: before(measure.countCells),
    countValues: before(measure.countValues),
    countZeros: before(measure.countZeros),
    countBroken: before(measure.countBroken),
    countCategories: before(measure.countCategories),
  }
}

const kinds = fc.constantFrom<ColumnSchema['kind'][]>(
  'integer',
  'category',
  'date',
  'boolean',
  'key',
)

test('whatever the columns and the epsilon, a fit spends no more than its plan, and pays for every look', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(kinds, fc.boolean()), { minLength: 1, maxLength: 9 }),
      fc.constantFrom(0.1, 0.5, 1, 3, 20),
      fc.integer(),
      async (wanted, epsilon, seed) => {
        const random = seededRandom(seed)
        const schemas = wanted.map(([kind, isDeclared], j) => schemaOf(kind, j, isDeclared))
        const columns = schemas.map(({ kind }) => {
          const bound = kind === 'key' ? 2 : kind === 'integer' || kind === 'date' ? 100 : 4
          const values = Float64Array.from({ length: 120 }, () => random.nextUint32() % bound)
          return { values, labels: bound === 4 ? LABELS : [] }
        })
        const plan = planBudget(epsilon, 1e-6)
        const ledger = openLedger(plan.rho)
        const looks = { paid: 0, unpaid: 0 }
        const measuring = {
          measure: watched(measureInMemory(columns), () => {
            if (ledger.entries.length > looks.paid) looks.paid++
            else looks.unpaid++
          }),
          plan,
          ledger,
          random,
          onFraction: () => {},
          signal: undefined,
        }
        if (schemas.every(({ kind }) => kind === 'key')) return
        const measured = await measureByRules(measuring, planWithoutRules(schemas))
        await fitModel(measured.measuring, measured.columns)
        const { rowCount, marginals, pairs } = plan.share
        expect(looks).toEqual({ paid: expect.any(Number), unpaid: 0 })
        expect(looks.paid).toBeGreaterThan(schemas.length)
        expect(rhoSpent(ledger)).toBeLessThanOrEqual((rowCount + marginals + pairs) * (1 + 1e-9))
        expect(ledger.entries.every(({ rho }) => rho >= 0)).toBe(true)
      },
    ),
    { numRuns: 40, seed: 5 },
  )
})
