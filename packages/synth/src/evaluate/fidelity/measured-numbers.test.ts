import { expect, test } from 'vitest'
import { blankColumn } from '../../../testing/blank-column.ts'
import { measureInMemory } from '../../../testing/measure-in-memory.ts'
import { casesOf } from '../../../testing/test-length.ts'
import type { FittedColumn } from '../../model/fitted-model.ts'
import { measureNumbers } from '../../model/measure/measure-numbers.ts'
import { planBudget } from '../../model/private/budget.ts'
import { sigmaOfRho } from '../../model/private/privacy-accountant.ts'
import { openLedger } from '../../model/private/privacy-ledger.ts'
import { mergeBins } from '../../model/protected/merge-bins.ts'
import { type RandomSource, uniform } from '../../random/random-source.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { measuredNumbers } from './measured-numbers.ts'
import { compareNumbers, type NumberFigureId } from './number-figures.ts'

const normal = (random: RandomSource) =>
  Math.sqrt(-2 * Math.log(1 - uniform(random))) * Math.cos(2 * Math.PI * uniform(random))

const distributions: Record<string, (random: RandomSource) => number> = {
  uniform: (random) => 20_000 + Math.floor(60_000 * uniform(random)),
  ages: (random) => Math.max(17, Math.round(39 + 13 * normal(random))),
  'both signs': (random) => Math.round(1000 * normal(random)),
  waiting: (random) => Math.floor(-500 * Math.log(1 - uniform(random))),
  'mostly zero': (random) =>
    uniform(random) < 0.6 ? 0 : Math.round(1000 * Math.exp(0.5 * normal(random))),
  'round amounts': (random) => 10_000 * Math.ceil(20 * uniform(random) * uniform(random)),
  gains: (random) =>
    uniform(random) < 0.005
      ? 99_999
      : uniform(random) < 0.92
        ? 0
        : 2000 + Math.floor(5000 * uniform(random)),
}

/** Returns what a buyer reads of a column, of which four in five rows are measured. */
async function published(values: Float64Array, epsilon: number, seed: number) {
  const trained = values.subarray(0, 0.8 * values.length)
  const { share } = planBudget(epsilon, 1e-6)
  const random = seededRandom(seed)
  const looking = {
    measure: measureInMemory([{ values: trained, labels: [] }]),
    ledger: openLedger(1),
    random,
  }
  const budget = { rho: share.marginals / 10, delta: 1e-8, rowsPerUnit: 1 }
  const total = { count: trained.length, variance: sigmaOfRho(share.rowCount) ** 2 }
  const named = { index: 0, name: 'x', bounds: null }
  const { grid, marginal } = await measureNumbers(looking, named, budget, total.count)
  const column: FittedColumn = {
    index: 0,
    schema: blankColumn,
    marginal,
    values: { type: 'grid', grid },
    binning: mergeBins(marginal, total.count, 40),
  }
  const twin = { mean: 0, sum: 0, quantiles: [0, 0, 0, 0, 0], rowCount: values.length }
  return measuredNumbers(column, { total, rowsPerUnit: 1, countsAll: true }, twin)!
}

function exactly(values: Float64Array): Map<NumberFigureId, number> {
  const column = { type: 'continuous' as const, values }
  const { figures } = compareNumbers(blankColumn, column, column)!
  const sum = values.reduce((total, value) => total + value, 0)
  return new Map([
    ...figures.map(({ id, original }) => [id, original!.value] as const),
    ['total', sum],
  ])
}

async function audit(epsilon: number, rows: number, seeds: number) {
  const results = []
  for (const [name, draw] of Object.entries(distributions)) {
    for (let seed = 0; seed < seeds; seed++) {
      const random = seededRandom(500 + seed)
      const values = Float64Array.from({ length: rows }, () => draw(random))
      const exact = exactly(values)
      for (const { id, original } of (await published(values, epsilon, seed)).figures) {
        const real = exact.get(id)!
        results.push({
          name,
          id,
          real,
          original,
          isHeld: !original || (real >= original.low && real <= original.high),
        })
      }
    }
  }
  return results
}

test.each(casesOf<[epsilon: number, rows: number]>([[3, 10_000]], [[1, 20_000]]))(
  'at epsilon %d, whoever has the original finds its figures in their intervals',
  { tags: 'scaled' },
  async (epsilon, rows) => {
    const told = (await audit(epsilon, rows, 3)).filter(({ original }) => original)
    expect(told.filter(({ isHeld }) => isHeld).length / told.length).toBeGreaterThan(0.95)
    const means = told.filter(({ id }) => id === 'mean').map(({ name }) => name)
    expect(means).toEqual(expect.arrayContaining(['uniform', 'ages', 'round amounts']))
    const sure = told.filter(({ name }) => name === 'uniform')
    for (const { id, real, original } of sure.filter(({ id }) => id !== 'total'))
      expect(original!.high - original!.low, id).toBeLessThan(0.2 * real)
  },
)

test('a mean that a few rows out of sight may decide is not told', async () => {
  const results = await audit(1, 10_000, 2)
  const gains = results.filter(
    ({ name, id }) => name === 'gains' && (id === 'mean' || id === 'total'),
  )
  expect(gains).toHaveLength(4)
  expect(gains.map(({ original }) => original)).toEqual([null, null, null, null])
})
