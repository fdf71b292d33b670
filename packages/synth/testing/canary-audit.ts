import { sampleRows } from '../src/draw/sample-rows.ts'
import { fitModel } from '../src/model/fit-model.ts'
import type { PrivateModel } from '../src/model/fitted-model.ts'
import { measureByRules } from '../src/model/measure/measure-by-rules.ts'
import { tallyTexts } from '../src/model/measure/tally-texts.ts'
import { voteOnColumns } from '../src/model/measure/vote-columns.ts'
import { planBudget, planVotes } from '../src/model/private/budget.ts'
import { sigmaOfRho } from '../src/model/private/privacy-accountant.ts'
import { openLedger, type PrivacyLedger, rhoSpent } from '../src/model/private/privacy-ledger.ts'
import type { RandomSource } from '../src/random/random-source.ts'
import type { ColumnSchema } from '../src/schema/column-schema.ts'
import { inferKind } from '../src/schema/infer/infer-column.ts'
import { planWithoutRules } from '../src/schema/rules/rule-plan.ts'
import { TOLERATED_DEVIATIONS } from '../src/schema/vote/decide-shape.ts'
import { blankColumn } from './blank-column.ts'
import { type MemoryColumn, measureInMemory } from './measure-in-memory.ts'

export const DELTA = 1e-6

/** Describes a table of categories, and a row unlike all others. */
export type AuditedTable = { schemas: ColumnSchema[]; rows: number[][]; canary: number[] }

const LABELS = ['a', 'b', 'c']

/** Creates columns with equal values, except the canary's, which takes each label once. */
export function auditedTable(rowCount: number): AuditedTable {
  const schemas = LABELS.map(
    (_, j): ColumnSchema => ({
      ...blankColumn,
      name: `column ${j}`,
      kind: 'category',
      values: LABELS,
    }),
  )
  const rows = Array.from({ length: rowCount }, (_, row) => LABELS.map(() => row % LABELS.length))
  return { schemas, rows, canary: LABELS.map((_, j) => j) }
}

export type AuditRun = { model: PrivateModel; ledger: PrivacyLedger }

/** Fits the table with or without its canary, at a stated epsilon. */
export async function fitAudited(
  { schemas, rows, canary }: AuditedTable,
  hasCanary: boolean,
  epsilon: number,
  random: RandomSource,
): Promise<AuditRun> {
  const kept = hasCanary ? [...rows, canary] : rows
  const columns = schemas.map(
    (_, j): MemoryColumn => ({ values: Float64Array.from(kept, (row) => row[j]!), labels: LABELS }),
  )
  const plan = planBudget(epsilon, DELTA)
  const ledger = openLedger(plan.rho, plan.unit.rows)
  const measured = await measureByRules(
    {
      measure: measureInMemory(columns),
      plan,
      ledger,
      random,
      onFraction: () => {},
      signal: undefined,
    },
    planWithoutRules(schemas),
  )
  return { model: await fitModel(measured.measuring, measured.columns), ledger }
}

/**
 * Returns the canary's score on the measured marginals: noisy counts of its cells, weighted by
 * precision. The most powerful test on these figures; its distance is sqrt(2 rho) of theirs.
 */
export function marginalScore({ model }: AuditRun, { canary }: AuditedTable): number {
  return model.columns.reduce(
    (sum, { marginal }, j) => sum + marginal.noisy[canary[j]!]! / marginal.variances[canary[j]!]!,
    model.total.count / model.total.variance,
  )
}

/**
 * Returns the canary's score on the measured pairs: noisy counts of its cells in both looks, weighted by precision.
 */
export function pairScore({ model }: AuditRun, { canary }: AuditedTable): number {
  const { groups, tables, sigma, closer } = model.pairs
  const binOf = (j: number) => model.columns[j]!.binning.binOfCell[canary[j]!]!
  const groupOf = (j: number) => groups[j]!.groupOf[binOf(j)]!
  let score = 0
  for (const { a, b, counts } of tables)
    score += counts[groupOf(a) * groups[b]!.count + groupOf(b)]! / sigma ** 2
  for (const look of closer) {
    const { binCount } = model.columns[look.b]!.binning
    const cell = look.cellOf[binOf(look.a) * binCount + binOf(look.b)]!
    score += look.counts[cell]! / look.sigma ** 2
  }
  return score
}

/** Counts the rows of a twin that match the canary in two columns or more. */
export function twinScore({ model }: AuditRun, { canary }: AuditedTable, random: RandomSource) {
  const rowCount = Math.max(1, Math.round(model.total.count))
  const columns = sampleRows(model, rowCount, 0, random)
  let score = 0
  for (let row = 0; row < rowCount; row++) {
    const same = columns.filter((column, j) => column[row] === LABELS[canary[j]!]).length
    if (same >= 2) score++
  }
  return score
}

/** Returns the total rho of the marginals. */
export function rhoOfMarginals({ ledger }: AuditRun): number {
  const entries = ledger.entries.filter(({ label }) =>
    /^(number of|values of|categories of)/.test(label),
  )
  return rhoSpent({ ...ledger, entries })
}

/** Part of the votes' budget that kinds have (see vote-columns.ts). */
const KINDS_SHARE = 0.7
const VOTED_ROWS = 1000

/**
 * Returns the number of columns that votes take for something other than whole numbers, and their
 * cost. Every column has as many texts as a vote tolerates; the canary has one more in each.
 */
export function voteScore(
  hasCanary: boolean,
  epsilon: number,
  random: RandomSource,
): { score: number; rho: number } {
  const plan = planVotes(epsilon, DELTA, 1, 1)
  const sigma = sigmaOfRho((KINDS_SHARE * plan.rho) / LABELS.length)
  const tolerated = Math.floor(TOLERATED_DEVIATIONS * sigma) + (hasCanary ? 1 : 0)
  const texts = new Map([
    ['odd', tolerated],
    ['12', VOTED_ROWS],
  ])
  const open = { kind: null, isFormOpen: true, isPatternOpen: true }
  const ballots = LABELS.map((name) => ({ name, ...open, tally: tallyTexts(texts) }))
  const ledger = openLedger(plan.rho)
  const profiles = voteOnColumns(ballots, { plan, ledger, random })
  const other = profiles.filter((profile) => inferKind(profile).kind !== 'integer')
  return { score: other.length, rho: rhoSpent(ledger) }
}
