import { drawColumns } from '../src/draw/draw-columns.ts'
import { numbersIn } from '../src/draw/drawn-column.ts'
import { sampleBins } from '../src/draw/sample-bins.ts'
import { fitModel } from '../src/model/fit-model.ts'
import type { FittedModel } from '../src/model/fitted-model.ts'
import { measureByRules } from '../src/model/measure/measure-by-rules.ts'
import { planBudget } from '../src/model/private/budget.ts'
import { openLedger } from '../src/model/private/privacy-ledger.ts'
import { fitProtected } from '../src/model/protected/fit-protected.ts'
import { type RandomSource, uniform } from '../src/random/random-source.ts'
import { seededRandom } from '../src/random/seeded-random.ts'
import { planWithoutRules } from '../src/schema/rules/rule-plan.ts'
import { blankColumn } from './blank-column.ts'
import { measureInMemory } from './measure-in-memory.ts'

const ROWS = 400
/** Largest number of a column; all three are spread evenly and go together. */
const MOST = 1000
const SPREAD = 60

/** Rows that an attacker asks for: one beyond all others, and one within every column's range that breaks what goes together. */
export const CANARIES = {
  far: [3000, 3000, 3000],
  odd: [150, 850, 150],
} as const

export type Canary = keyof typeof CANARIES

/** Returns the rows that are in every table of the audit; always the same. */
function knownRows(): number[][] {
  const random = seededRandom(1)
  return Array.from({ length: ROWS }, () => {
    const base = MOST * uniform(random)
    return [0, 1, 2].map(() => Math.round(base + SPREAD * (uniform(random) - 0.5)))
  })
}

/** Makes a twin of the known rows, and of the canary if there is one: at `epsilon`, or in protected mode for null. */
async function twinOf(canary: Canary | null, epsilon: number | null, random: RandomSource) {
  const rows = canary ? [...knownRows(), [...CANARIES[canary]]] : knownRows()
  const columns = [0, 1, 2].map((j) => Float64Array.from(rows, (row) => row[j]!))
  const schemas = columns.map((_, j) => ({
    ...blankColumn,
    name: `c${j}`,
    kind: 'integer' as const,
  }))
  const common = { random, onFraction: () => {}, signal: undefined }
  const plan = planWithoutRules(schemas)
  let model: FittedModel
  if (epsilon === null) {
    const training = {
      total: rows.length,
      rowCount: rows.length,
      readColumn: async (j: number) => columns[j]!,
      readLabels: async () => new Map(),
    }
    model = await fitProtected({ rows: training, plan, ...common })
  } else {
    const budget = planBudget(epsilon, 1e-6)
    const measure = measureInMemory(columns.map((values) => ({ values, labels: [] })))
    const measuring = { measure, plan: budget, ledger: openLedger(budget.rho), ...common }
    const measured = await measureByRules(measuring, plan)
    model = await fitModel(measured.measuring, measured.columns)
  }
  return drawColumns(model, sampleBins(model, ROWS, random), random).map(numbersIn)
}

/**
 * Scores how near a twin comes to the canary: an attacker who knows all other rows takes a small distance of the nearest row
 * for a sign that the canary was there.
 */
export async function distanceScore(
  canary: Canary,
  hasCanary: boolean,
  epsilon: number | null,
  random: RandomSource,
): Promise<number> {
  const twin = await twinOf(hasCanary ? canary : null, epsilon, random)
  let nearest = Number.POSITIVE_INFINITY
  for (let row = 0; row < ROWS; row++) {
    const square = CANARIES[canary].reduce(
      (sum, value, j) => sum + (twin[j]![row]! - value) ** 2,
      0,
    )
    if (square < nearest) nearest = square
  }
  return -Math.log1p(Math.sqrt(nearest))
}
