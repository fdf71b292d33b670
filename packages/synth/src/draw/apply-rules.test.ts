import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blankColumn } from '../../testing/blank-column.ts'
import type { FittedColumn } from '../model/fitted-model.ts'
import { fittedRules, lookupOfCounts } from '../model/lookup-results.ts'
import { seededRandom } from '../random/seeded-random.ts'
import type { ColumnKind, ColumnSchema } from '../schema/column-schema.ts'
import { planRules } from '../schema/rules/plan-rules.ts'
import type { RulePlan } from '../schema/rules/rule-plan.ts'
import { SynthesisError } from '../schema/synthesis-error.ts'
import type { Rule, TableSchema } from '../schema/table-schema.ts'
import { applyRules } from './apply-rules.ts'
import type { DrawnColumn } from './drawn-column.ts'

const ROWS = 40
const CATEGORIES = ['a', 'b', 'c']

function column(name: string, kind: ColumnKind, about: Partial<ColumnSchema> = {}): ColumnSchema {
  return {
    ...blankColumn,
    name,
    kind,
    dateFormat: '%Y-%m-%d',
    unitSeconds: kind === 'date' ? 86_400 : 1,
    ...about,
  }
}

const table = (columns: ColumnSchema[], rules: Rule[]): TableSchema => ({
  name: 't',
  columns,
  entity: null,
  series: null,
  rules,
})

/** A column without missing values: -50 to 49, or three labels and the pool, all of them as likely. */
function fitted(schema: ColumnSchema, index: number): FittedColumn {
  const isCategory = schema.kind === 'category'
  const cells = isCategory ? CATEGORIES.length + 2 : 11
  const cellWeights = new Float64Array(cells).fill(1)
  cellWeights[cells - 1] = 0
  return {
    index,
    schema,
    marginal: {
      noisy: new Float64Array(cells).fill(1),
      variances: new Float64Array(cells),
      ordered: !isCategory,
    },
    binning: {
      binOfCell: new Int32Array(cells),
      binCount: 1,
      cellWeights,
    },
    values: isCategory
      ? { type: 'labels', labels: CATEGORIES, codes: [0, 1, 2] }
      : {
          type: 'grid',
          grid: { starts: Float64Array.from({ length: 11 }, (_, i) => 10 * i - 50) },
        },
  }
}

/** Returns the result of `applyRules` for modeled columns drawn without regard to the rules. */
function drawTable(plan: RulePlan, seed: number, missing: number): DrawnColumn[] {
  const random = seededRandom(seed)
  const below = (bound: number) => random.nextUint32() % bound
  const columns = new Map(plan.schemas.map((schema, j) => [j, fitted(schema, j)]))
  const lookups = new Map(
    plan.derivations.flatMap((derivation) => {
      if (derivation.type !== 'lookup' || derivation.mapping) return []
      const on = derivation.on.map((j) => columns.get(j)!)
      const of = columns.get(derivation.column)!
      const size = [...on, of].reduce((n, c) => n * c.binning.binOfCell.length, 1)
      const counts = Float64Array.from({ length: size }, () => below(100))
      return [[derivation.column, lookupOfCounts(on, of, counts, random)] as const]
    }),
  )
  const drawn: DrawnColumn[] = []
  for (const [j, schema] of plan.schemas.entries()) {
    if (plan.uses[j] !== 'modeled') continue
    const isMissing = () => below(100) < missing
    drawn[j] =
      schema.kind === 'category'
        ? {
            type: 'labels',
            labels: [...CATEGORIES, 'Other'],
            codes: Int32Array.from({ length: ROWS }, () => (isMissing() ? -1 : below(4))),
          }
        : {
            type: 'numbers',
            values: Float64Array.from({ length: ROWS }, () =>
              isMissing() ? Number.NaN : below(400_000) - 200_000,
            ),
          }
  }
  applyRules(fittedRules(plan, columns, lookups), drawn, random)
  return drawn
}

/** A value in seconds, or as a fraction of exact integers: BigInt times 10^-9. */
function exact(schema: ColumnSchema, value: number): bigint {
  if (schema.kind === 'date' || schema.kind === 'timestamp')
    return BigInt(value) * BigInt(schema.unitSeconds)
  return BigInt(value) * 10n ** BigInt(9 - schema.decimals)
}

const numberAt = (drawn: DrawnColumn[], j: number, row: number): number => {
  const of = drawn[j]!
  return of.type === 'numbers' ? of.values[row]! : of.codes[row]!
}

const textAt = (drawn: DrawnColumn[], j: number, row: number): string => {
  const of = drawn[j]!
  return of.type === 'numbers' ? String(of.values[row]) : (of.labels[of.codes[row]!] ?? 'missing')
}

/** Says which rule a row breaks; written without any of the planner's code. */
function brokenRules({ schemas, width }: RulePlan, rules: Rule[], drawn: DrawnColumn[]): string[] {
  const broken: string[] = []
  for (let row = 0; row < ROWS; row++) {
    for (let j = 0; j < width; j++) {
      const { bounds } = schemas[j]!
      const value = numberAt(drawn, j, row)
      if (bounds && (value < bounds.low || value > bounds.high)) broken.push(`range of ${j}`)
      if (!Number.isNaN(value) && !Number.isInteger(value)) broken.push(`fraction in ${j}`)
    }
    const value = (j: number) => exact(schemas[j]!, numberAt(drawn, j, row))
    const isMissing = (j: number) => Number.isNaN(numberAt(drawn, j, row))
    for (const rule of rules) {
      if (rule.type === 'order' && !isMissing(rule.low) && !isMissing(rule.high)) {
        const days = [rule.low, rule.high].map((j) => schemas[j]!.unitSeconds)
        const unit = schemas[rule.low]!.kind === 'number' ? 1n : BigInt(Math.max(...days))
        if (floor(value(rule.low), unit) > floor(value(rule.high), unit)) {
          broken.push(`${rule.low} <= ${rule.high}`)
        }
      }
      if (rule.type === 'sum' && !isMissing(rule.total)) {
        const parts = rule.parts.map((j) => (isMissing(j) ? 0n : value(j)))
        const sum = parts.reduce((a, b) => a + b, 0n)
        const holds = rule.rest ? sum <= value(rule.total) : sum === value(rule.total)
        if (!holds) broken.push(`${rule.total} = ${rule.parts}`)
      }
    }
  }
  for (const rule of rules) {
    if (rule.type !== 'dependency') continue
    const found = new Map<string, string>()
    for (let row = 0; row < ROWS; row++) {
      const key = JSON.stringify(rule.on.map((j) => textAt(drawn, j, row)))
      const value = textAt(drawn, rule.column, row)
      if ((found.get(key) ?? value) !== value) broken.push(`${rule.on} -> ${rule.column}`)
      found.set(key, value)
    }
  }
  return broken
}

const missingRows = (drawn: DrawnColumn): number[] =>
  drawn.type === 'numbers'
    ? [...drawn.values.keys()].filter((i) => Number.isNaN(drawn.values[i]))
    : []

function floor(value: bigint, unit: bigint): bigint {
  const rest = ((value % unit) + unit) % unit
  return value - rest
}

const bounds = fc.option(
  fc
    .tuple(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: 0, max: 5000 }))
    .map(([low, span]) => ({ low, high: low + span })),
  { nil: null },
)
const numbers = fc.array(fc.record({ decimals: fc.integer({ min: 0, max: 3 }), bounds }), {
  minLength: 2,
  maxLength: 7,
})
const position = fc.nat(20)

test('random sums, orders, dependencies and ranges hold in every row unless the plan refuses them', () => {
  const rule = fc.oneof(
    fc.record({ type: fc.constant('order' as const), low: position, high: position }),
    fc.record({
      type: fc.constant('sum' as const),
      total: position,
      parts: fc.uniqueArray(position, { minLength: 1, maxLength: 3 }),
      rest: fc.boolean(),
    }),
    fc.record({
      type: fc.constant('dependency' as const),
      on: fc.uniqueArray(position, { minLength: 1, maxLength: 2 }),
      column: position,
    }),
  )
  let planned = 0
  fc.assert(
    fc.property(
      numbers,
      fc.array(rule, { minLength: 1, maxLength: 4 }),
      fc.integer(),
      fc.constantFrom(0, 20),
      (abouts, drafts, seed, missing) => {
        const columns = abouts.map((about, j) => column(`n${j}`, 'number', about))
        const at = (j: number) => j % columns.length
        const rules = drafts.map((draft): Rule => {
          if (draft.type === 'order') return { ...draft, low: at(draft.low), high: at(draft.high) }
          if (draft.type === 'sum') {
            return { ...draft, total: at(draft.total), parts: draft.parts.map(at) }
          }
          return { ...draft, on: [...new Set(draft.on.map(at))], column: at(draft.column) }
        })
        const plan = planOrRefuse(table(columns, rules))
        if (!plan) return
        planned++
        const drawn = drawTable(plan, seed, missing)
        expect(brokenRules(plan, rules, drawn)).toEqual([])
        if (missing === 0 && rules.every(({ type }) => type !== 'dependency'))
          expect(drawn.flatMap(missingRows)).toEqual([])
      },
    ),
    { numRuns: 3000, seed: 7 },
  )
  expect(planned).toBeGreaterThan(500)
})

test('random orders of days and instants hold in every row', () => {
  const kinds = fc.array(fc.constantFrom<ColumnKind>('date', 'timestamp'), {
    minLength: 2,
    maxLength: 5,
  })
  fc.assert(
    fc.property(
      kinds,
      fc.array(fc.tuple(position, position), { minLength: 1, maxLength: 5 }),
      fc.integer(),
      fc.option(fc.integer({ min: -100_000, max: 100_000 }), { nil: null }),
      (list, pairs, seed, from) => {
        const columns = list.map((kind, j) => {
          const low = kind === 'date' ? Math.floor((from ?? 0) / 86_400) : (from ?? 0)
          const span = kind === 'date' ? 5 : 400_000
          return column(`d${j}`, kind, {
            bounds: from === null ? null : { low, high: low + span },
          })
        })
        const rules = pairs.map(([low, high]): Rule => {
          return { type: 'order', low: low % list.length, high: high % list.length }
        })
        const plan = planOrRefuse(table(columns, rules))
        if (plan) expect(brokenRules(plan, rules, drawTable(plan, seed, 10))).toEqual([])
      },
    ),
    { numRuns: 500, seed: 7 },
  )
})

test('random dependencies of categories hold in every row, also where rare ones are pooled', () => {
  const kinds = fc.array(fc.constantFrom<ColumnKind>('category', 'integer'), {
    minLength: 2,
    maxLength: 6,
  })
  const rule = fc.tuple(fc.uniqueArray(position, { minLength: 1, maxLength: 2 }), position)
  fc.assert(
    fc.property(
      kinds,
      fc.array(rule, { minLength: 1, maxLength: 4 }),
      fc.integer(),
      (list, drafts, seed) => {
        const columns = list.map((kind, j) => column(`c${j}`, kind))
        const rules = drafts.map(([on, of]): Rule => {
          const at = [...new Set(on.map((j) => j % list.length))]
          return { type: 'dependency', on: at, column: of % list.length }
        })
        const plan = planOrRefuse(table(columns, rules))
        if (plan) expect(brokenRules(plan, rules, drawTable(plan, seed, 10))).toEqual([])
      },
    ),
    { numRuns: 500, seed: 7 },
  )
})

test('a value above a missing one is drawn on its own, and missing where the difference is', () => {
  const columns = [column('low', 'integer'), column('high', 'integer')]
  const plan = planRules(table(columns, [{ type: 'order', low: 0, high: 1 }]))
  const own = new Map(plan.schemas.map((schema, j) => [j, fitted(schema, j)]))
  const numbersOf = (...values: number[]): DrawnColumn => ({
    type: 'numbers',
    values: Float64Array.from(values),
  })
  const drawn: DrawnColumn[] = []
  drawn[0] = numbersOf(1000, 1000, Number.NaN, Number.NaN)
  drawn[2] = numbersOf(5, Number.NaN, 0, Number.NaN)
  applyRules(fittedRules(plan, own, new Map()), drawn, seededRandom(1))
  const high = Array.from({ length: 4 }, (_, row) => numberAt(drawn, 1, row))
  expect(high[0]).toBe(1005)
  expect([high[1], high[3]]).toEqual([Number.NaN, Number.NaN])
  expect(Math.abs(high[2]!)).toBeLessThanOrEqual(50)
})

test('a total with a rest is what its parts and the rest add up to, and missing where the rest is', () => {
  const columns = [column('total', 'integer'), column('part', 'integer')]
  const plan = planRules(table(columns, [{ type: 'sum', total: 0, parts: [1], rest: true }]))
  const own = new Map(plan.schemas.map((schema, j) => [j, fitted(schema, j)]))
  const drawn: DrawnColumn[] = []
  drawn[1] = { type: 'numbers', values: Float64Array.of(7, 7, Number.NaN, 7) }
  drawn[2] = { type: 'numbers', values: Float64Array.of(5, -3, 5, Number.NaN) }
  applyRules(fittedRules(plan, own, new Map()), drawn, seededRandom(1))
  expect([0, 1, 2, 3].map((row) => numberAt(drawn, 0, row))).toEqual([12, 7, 5, Number.NaN])
})

function planOrRefuse(schema: TableSchema): RulePlan | null {
  try {
    return planRules(schema)
  } catch (error) {
    if (error instanceof SynthesisError) return null
    throw error
  }
}
