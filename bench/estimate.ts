/**
 * Compares the estimate before a run with the run's accuracy, in private mode: node bench/estimate.ts
 * [DIRECTORY of the public files of synthesize/datasets.ts]. Takes parts of the public tables and
 * simulated ones, at epsilons 1, 3 and 8. Prints a line of JSON per run (what was estimated, the
 * outcome, whether the interval covers it), then the share covered, and `fit`: the constants for
 * estimate-run.ts with the narrowest intervals that cover nine of ten of these runs, with
 * `coveredUnseen`, the share covered of tables that were left out of a fit. Columns are counted in
 * memory and their kinds are taken as known, without votes.
 */
import {
  type AccuracyFit,
  accuracyAtNoise,
  estimateRun,
  noiseOfPairs,
} from '../packages/synth/src/evaluate/estimate-run.ts'
import { measureAccuracy } from '../packages/synth/src/evaluate/fidelity/accuracy.ts'
import { similarityCoder } from '../packages/synth/src/evaluate/fidelity/similarity-codes.ts'
import { FIDELITY_SAMPLE_ROWS, HOLDOUT_ONE_IN } from '../packages/synth/src/evaluate/samples.ts'
import { firstRows } from '../packages/synth/src/evaluate/table-sample.ts'
import { fitModel } from '../packages/synth/src/model/fit-model.ts'
import { measureByRules } from '../packages/synth/src/model/measure/measure-by-rules.ts'
import { defaultDelta, planBudget } from '../packages/synth/src/model/private/budget.ts'
import { openLedger } from '../packages/synth/src/model/private/privacy-ledger.ts'
import { shuffle } from '../packages/synth/src/random/random-source.ts'
import { seededRandom } from '../packages/synth/src/random/seeded-random.ts'
import { planWithoutRules } from '../packages/synth/src/schema/rules/rule-plan.ts'
import { measureInMemory } from '../packages/synth/testing/measure-in-memory.ts'
import * as datasets from './synthesize/datasets.ts'
import { drawTwin, sampleOf, type Table, tableOf, takeRows } from './synthesize/tables.ts'

type Case = { name: string; table: Table }
type Run = { table: Table; noise: number; value: number; error: number; outcome: number }

const EPSILONS = [1, 3, 8]
const LEAST_ERROR = 0.01
/** Above nine of ten, because tables left out of a fit are covered less. */
const COVERED = 0.93

const directory = process.argv[2]
const cases = [...simulatedCases(), ...(directory ? publicCases(directory) : [])]
const runs: Run[] = []
for (const [i, { name, table }] of cases.entries()) {
  for (const epsilon of EPSILONS) {
    const estimated = {
      rowCount: table.rowCount,
      columns: table.columns.map(({ schema }) => schema),
    }
    const { value, error } = estimateRun(estimated, { epsilon }).accuracy!
    const noise = noiseOfPairs(estimated, { epsilon })
    const outcome = await accuracyOfRun(table, epsilon, 100 * i + epsilon)
    runs.push({ table, noise, value, error, outcome })
    const size = { rows: table.rowCount, columns: table.columns.length }
    const figures = { value: round(value), error: round(error), outcome: round(outcome) }
    const isCovered = Math.abs(outcome - value) <= error
    console.log(JSON.stringify({ table: name, ...size, epsilon, ...figures, isCovered }))
  }
}
const covered = runs.filter(({ value, error, outcome }) => Math.abs(outcome - value) <= error)
const unseen = cases.flatMap(({ table }) => {
  const fit = fitTo(runs.filter((run) => run.table !== table))
  return runs.filter((run) => run.table === table && offBy(run, fit) <= fit.usualError)
})
const summary = {
  tables: cases.length,
  runs: runs.length,
  covered: round(covered.length / runs.length),
  fit: fitTo(runs),
  coveredUnseen: round(unseen.length / runs.length),
}
console.log(JSON.stringify(summary))

/** Returns the constants with the narrowest intervals, on average, that cover enough of the runs. */
function fitTo(all: Run[]): AccuracyFit {
  let best: AccuracyFit | null = null
  let narrowest = Number.POSITIVE_INFINITY
  for (let power = 0.8; power <= 2; power += 0.1) {
    for (let loss = 0.2; loss <= 40; loss *= 1.1) {
      const fit = { loss: round(loss), power: round(power), leastError: LEAST_ERROR, usualError: 0 }
      fit.usualError =
        Math.ceil(
          100 *
            quantile(
              all.map((run) => offBy(run, fit)),
              COVERED,
            ),
        ) / 100
      const width = all.reduce((sum, { noise }) => sum + accuracyAtNoise(noise, fit).error, 0)
      if (width >= narrowest) continue
      narrowest = width
      best = fit
    }
  }
  return best!
}

/** Returns the share of the loss that the estimate is off by, not counting the least error. */
function offBy({ noise, outcome }: Run, fit: AccuracyFit): number {
  const { value } = accuracyAtNoise(noise, fit)
  return Math.max(0, Math.abs(outcome - value) - fit.leastError) / (1 - value)
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!
}

/** Makes a twin and returns the accuracy of its pairs over the ceiling, as the report has it. */
async function accuracyOfRun(table: Table, epsilon: number, seed: number): Promise<number> {
  const random = seededRandom(seed)
  const learned = Math.floor((table.rowCount * (HOLDOUT_ONE_IN - 1)) / HOLDOUT_ONE_IN)
  const train = takeRows(
    table,
    Int32Array.from({ length: learned }, (_, row) => row),
  )
  const plan = planBudget(epsilon, defaultDelta(table.rowCount))
  const ledger = openLedger(plan.rho)
  const measure = measureInMemory(train.columns)
  const measuring = { measure, plan, ledger, random, onFraction: () => {}, signal: undefined }
  const rules = planWithoutRules(train.columns.map(({ schema }) => schema))
  const measured = await measureByRules(measuring, rules)
  const model = await fitModel(measured.measuring, measured.columns)
  const twin = sampleOf(drawTwin(model, train, table.rowCount, random))
  const limit = (sample: ReturnType<typeof sampleOf>) => firstRows(sample, FIDELITY_SAMPLE_ROWS)
  const original = limit(sampleOf(table))
  const coders = original.columns.map(similarityCoder)
  const [own, made] = [original, limit(twin)].map((sample) =>
    coders.map((code, j) => code(sample.columns[j]!)),
  )
  const { value, ceiling } = measureAccuracy(own!, made!).bivariate
  return Math.min(1, value / ceiling)
}

function publicCases(files: string): Case[] {
  const { adult, credit, diamonds, housing, pima, shoppers, telco } = datasets
  const part = (name: string, read: (files: string) => Table, sizes: number[]) => {
    const table = read(files)
    return sizes.map((size) => ({ name, table: randomRows(table, size) }))
  }
  return [
    ...part('adult', adult, [2000, 20_000]),
    ...part('credit', credit, [5000, 20_000]),
    ...part('diamonds', diamonds, [2000, 20_000]),
    ...part('housing', housing, [2000, 20_000]),
    ...part('shoppers', shoppers, [3000, 12_000]),
    ...part('telco', telco, [1000, 7000]),
    ...part('pima', pima, [768]),
  ]
}

function randomRows(table: Table, count: number): Table {
  const rows = Int32Array.from({ length: table.rowCount }, (_, row) => row)
  shuffle(rows, seededRandom(count))
  return takeRows(table, rows.subarray(0, count))
}

function simulatedCases(): Case[] {
  const sizes: [number, number, number][] = [
    [1000, 6, 0.2],
    [1000, 12, 0.6],
    [4000, 8, 0.9],
    [4000, 20, 0.4],
    [15_000, 10, 0.2],
    [15_000, 16, 0.8],
    [30_000, 6, 0.6],
  ]
  return sizes.map(([rows, columns, share]) => ({
    name: `simulated, ${share} of each value from the one before`,
    table: simulate(rows, columns, share),
  }))
}

/** Takes turns between whole numbers, skewed decimals and categories; each follows the one before. */
function simulate(rows: number, columns: number, share: number): Table {
  const random = seededRandom(rows + columns)
  const uniform = () => random.nextUint32() / 2 ** 32
  const records = Array.from({ length: rows }, () => {
    let last = uniform()
    return Array.from({ length: columns }, (_, j) => {
      last = share * last + (1 - share) * uniform()
      if (j % 3 === 0) return String(Math.floor(100 * last))
      return j % 3 === 1 ? Math.exp(6 * last).toFixed(2) : `kind ${Math.floor(8 * last ** 2)}`
    })
  })
  return tableOf(
    records[0]!.map((_, j) => `column ${j}`),
    records,
  )
}

function round(value: number): number {
  return Number(value.toFixed(3))
}
