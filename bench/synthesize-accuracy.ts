/**
 * Measures the accuracy of private and of protected mode on public tables. Prints JSON: means
 * over seeds, next to the figures of a fresh real sample (`real`) and of columns drawn
 * independently of each other (`independent`). Usage: node bench/synthesize-accuracy.ts DIRECTORY
 * [SEEDS, default 5] [TABLES, default all; `small` are the simulated ones] [EPSILONS, default all].
 * The directory holds the public files of synthesize/datasets.ts. Counting is done in memory, by the port that DuckDB implements for files;
 * fitting, sampling and evaluating are the engine's own. `tvd` compares all pairs of codes of the
 * whole table; all other figures are fitted to one half and compared by quantile bins. `sdmetrics` is what SDMetrics reports,
 * with bins by each table's own range; `shapesAndPairs` has those of the original.
 */

import { measureAccuracy } from '../packages/synth/src/evaluate/fidelity/accuracy.ts'
import { measureDetection } from '../packages/synth/src/evaluate/fidelity/detection.ts'
import { measureEfficacy } from '../packages/synth/src/evaluate/fidelity/efficacy.ts'
import { scores, sdmetricsQuality } from '../packages/synth/src/evaluate/fidelity/sdmetrics.ts'
import { similarityCoder } from '../packages/synth/src/evaluate/fidelity/similarity-codes.ts'
import {
  evaluatePrivacy,
  measurePrivacy,
} from '../packages/synth/src/evaluate/privacy/evaluate-privacy.ts'
import {
  concatTables,
  firstRows,
  type TableSample,
} from '../packages/synth/src/evaluate/table-sample.ts'
import { fitModel } from '../packages/synth/src/model/fit-model.ts'
import { measureByRules } from '../packages/synth/src/model/measure/measure-by-rules.ts'
import { planBudget } from '../packages/synth/src/model/private/budget.ts'
import { openLedger, rhoSpent } from '../packages/synth/src/model/private/privacy-ledger.ts'
import { fitProtected } from '../packages/synth/src/model/protected/fit-protected.ts'
import { type RandomSource, shuffle } from '../packages/synth/src/random/random-source.ts'
import { seededRandom } from '../packages/synth/src/random/seeded-random.ts'
import { planWithoutRules, type RulePlan } from '../packages/synth/src/schema/rules/rule-plan.ts'
import { measureInMemory } from '../packages/synth/testing/measure-in-memory.ts'
import {
  adult,
  codedAdult,
  credit,
  diamonds,
  housing,
  pima,
  relationsOf,
  SMALL_TABLES,
  shoppers,
  smallTable,
  telco,
} from './synthesize/datasets.ts'
import { brokenShares, meanRatios, numberFigures } from './synthesize/figures.ts'
import { drawTwin, sampleOf, type Table, takeRows } from './synthesize/tables.ts'

type Figures = Record<string, number>

const CASES = [
  { name: 'coded-adult', read: codedAdult, epsilon: 1, delta: 1e-9, target: 13 },
  { name: 'adult', read: adult, epsilon: 1, delta: 1e-6, target: 14 },
  { name: 'adult', read: adult, epsilon: 3, delta: 1e-6, target: 14 },
  { name: 'credit', read: credit, epsilon: 1, delta: 1e-6, target: 23 },
  { name: 'credit', read: credit, epsilon: 3, delta: 1e-6, target: 23 },
  { name: 'housing', read: housing, epsilon: 1, delta: 1e-6, target: 8 },
  { name: 'housing', read: housing, epsilon: 3, delta: 1e-6, target: 8 },
  { name: 'diamonds', read: diamonds, epsilon: 1, delta: 1e-6, target: 6 },
  { name: 'diamonds', read: diamonds, epsilon: 3, delta: 1e-6, target: 6 },
  { name: 'shoppers', read: shoppers, epsilon: 1, delta: 1e-6, target: 17 },
  { name: 'shoppers', read: shoppers, epsilon: 3, delta: 1e-6, target: 17 },
  { name: 'telco', read: telco, epsilon: 3, delta: 1e-6, target: 19 },
  { name: 'pima', read: pima, epsilon: 3, delta: 1e-6, target: 8 },
  { name: 'adult-protected', read: adult, epsilon: null, delta: null, target: 14 },
  { name: 'credit-protected', read: credit, epsilon: null, delta: null, target: 23 },
  { name: 'housing-protected', read: housing, epsilon: null, delta: null, target: 8 },
  { name: 'diamonds-protected', read: diamonds, epsilon: null, delta: null, target: 6 },
  { name: 'shoppers-protected', read: shoppers, epsilon: null, delta: null, target: 17 },
]

const SMALL_CASES = Object.entries(SMALL_TABLES).flatMap(([name, { target }]) =>
  [1, 3].map((epsilon) => ({
    name: `small-${name}`,
    read: () => smallTable(name),
    ...{ epsilon, delta: 1e-6, target },
  })),
)

const directory = process.argv[2]
if (!directory) throw new Error('Give the directory of the public tables.')
const seeds = Array.from({ length: Number(process.argv[3] ?? 5) }, (_, i) => i + 1)
const wanted = process.argv[4]?.split(',')
const wantedEpsilons = process.argv[5]?.split(',').map(Number)
for (const { name, read, epsilon, delta, target } of [...CASES, ...SMALL_CASES]) {
  const isWanted =
    wanted?.includes(name) || (name.startsWith('small-') && wanted?.includes('small'))
  if (wanted && !isWanted) continue
  if (wantedEpsilons && epsilon !== null && !wantedEpsilons.includes(epsilon)) continue
  const table = read(directory)
  const isWhole = name === 'coded-adult'
  const [train, holdout] = isWhole ? [table, table] : halves(table)
  const compare = isWhole
    ? (twin: Table) => ({ tvd: meanPairDistance(table, twin) })
    : comparison(train, holdout, target)
  const compareReal = isWhole ? compare : realComparison(train, target)
  const relations = relationsOf(name.replace('-protected', ''), table)
  const twins: Figures[] = []
  const ratios: Figures[] = []
  for (const seed of seeds) {
    const { twin, ...costs } = await synthesize(train, epsilon, delta, seed)
    twins.push({ ...costs, ...compare(twin), ...numberFigures(train, twin, relations) })
    ratios.push(meanRatios(train, twin))
  }
  const real = compareReal(isWhole ? resample(table) : holdout)
  const result = {
    table: name,
    rows: train.rowCount,
    columns: train.columns.length,
    epsilon,
    delta,
    seeds: seeds.length,
    twin: means(twins),
    meansOffBy5Percent: offBy5Percent(means(ratios)),
    brokenInOriginal: rounded(brokenShares(train, relations)),
    real: rounded(real),
    independent: rounded(compare(independentColumns(train))),
  }
  console.log(JSON.stringify(result))
}

/** Synthesizes a twin; without an epsilon in protected mode. */
async function synthesize(
  table: Table,
  epsilon: number | null,
  delta: number | null,
  seed: number,
) {
  const startedAt = performance.now()
  const random = seededRandom(seed)
  const rules = planWithoutRules(table.columns.map(({ schema }) => schema))
  const { model, ...costs } =
    epsilon === null || delta === null
      ? await fitWithGuards(table, rules, random)
      : await fitPrivately(table, rules, epsilon, delta, random)
  const fittedAt = performance.now()
  const twin = drawTwin(model, table, table.rowCount, random)
  const secondsFit = (fittedAt - startedAt) / 1000
  const secondsSample = (performance.now() - fittedAt) / 1000
  return { twin, ...costs, secondsFit, secondsSample }
}

async function fitPrivately(
  table: Table,
  rules: RulePlan,
  epsilon: number,
  delta: number,
  random: RandomSource,
) {
  const plan = planBudget(epsilon, delta)
  const ledger = openLedger(plan.rho)
  const measure = measureInMemory(table.columns)
  const measuring = { measure, plan, ledger, random, onFraction: () => {}, signal: undefined }
  const measured = await measureByRules(measuring, rules)
  const model = await fitModel(measured.measuring, measured.columns)
  return { model, rho: plan.rho, rhoSpent: rhoSpent(ledger) }
}

async function fitWithGuards(table: Table, plan: RulePlan, random: RandomSource) {
  const { rowCount, columns } = table
  const rows = {
    total: rowCount,
    rowCount,
    readColumn: async (j: number) => columns[j]!.values,
    readLabels: async (j: number) => new Map(columns[j]!.labels.entries()),
  }
  return {
    model: await fitProtected({ rows, plan, random, onFraction: () => {}, signal: undefined }),
  }
}

function halves(table: Table): [Table, Table] {
  const rows = Int32Array.from({ length: table.rowCount }, (_, row) => row)
  shuffle(rows, seededRandom(1))
  const half = table.rowCount >> 1
  return [takeRows(table, rows.subarray(0, half)), takeRows(table, rows.subarray(half, 2 * half))]
}

/** Draws the same number of rows with replacement. */
function resample(table: Table): Table {
  const random = seededRandom(1)
  const rows = Int32Array.from(
    { length: table.rowCount },
    () => random.nextUint32() % table.rowCount,
  )
  return takeRows(table, rows)
}

function independentColumns(table: Table): Table {
  const columns = table.columns.map((column, j) => {
    const rows = Int32Array.from(column.values.keys())
    shuffle(rows, seededRandom(j))
    return { ...column, values: Float64Array.from(rows, (row) => column.values[row]!) }
  })
  return { ...table, columns }
}

/** Half the L1 distance of the pairs' frequencies, by code; mean over all pairs. */
function meanPairDistance(real: Table, twin: Table): number {
  const coded = [real, twin].map((table) =>
    table.columns.map(({ values }, j) => {
      const codeCount = 1 + real.columns[j]!.values.reduce((a, b) => Math.max(a, b))
      return {
        codes: Int32Array.from(values, (v) => Math.min(codeCount, v)),
        codeCount: codeCount + 1,
      }
    }),
  )
  return 1 - measureAccuracy(coded[0]!, coded[1]!).bivariate.value
}

function comparison(train: Table, holdout: Table, target: number): (twin: Table) => Figures {
  const [trained, held] = [sampleOf(train), sampleOf(holdout)]
  const names = train.columns.map(({ schema }) => schema.name)
  const accuracyOf = accuracyAgainst(concatTables(trained, held))
  return (table) => {
    const twin = sampleOf(table)
    const efficacy = measureEfficacy({ train: trained, test: held, twin }, names, {
      declared: target,
      asPublished: false,
    })
    const measured = measurePrivacy({ train: trained, holdout: held, twin }, names)
    const { attacks, distances } = evaluatePrivacy(measured, null)
    return {
      ...accuracyOf(twin),
      sdmetrics: sdmetricsQuality(trained, held, twin).score,
      shapesAndPairs: scores(trained, firstRows(twin, held.rowCount), { edges: 'real' }).score,
      detectionAuc: measureDetection(trained, twin).auc,
      efficacyAuc: efficacy?.targets[0]?.synthetic ?? Number.NaN,
      attacks: attacks.length,
      attacksPassed: attacks.filter(({ outcome }) => outcome === 'passed').length,
      closestShare: distances.closestShare.value,
    }
  }
}

/**
 * Compares held-out rows, which no model saw, with the training rows. Models are trained on the
 * training rows.
 */
function realComparison(train: Table, target: number): (holdout: Table) => Figures {
  const trained = sampleOf(train)
  const names = train.columns.map(({ schema }) => schema.name)
  const accuracyOf = accuracyAgainst(trained)
  return (table) => {
    const held = sampleOf(table)
    const tables = { train: trained, test: held, twin: trained }
    const chosen = { declared: target, asPublished: false }
    return {
      ...accuracyOf(held),
      sdmetrics: sdmetricsQuality(trained, null, held).score,
      shapesAndPairs: scores(trained, held, { edges: 'real' }).score,
      detectionAuc: measureDetection(trained, held).auc,
      efficacyAuc: measureEfficacy(tables, names, chosen)?.targets[0]?.real ?? Number.NaN,
    }
  }
}

function accuracyAgainst(original: TableSample): (twin: TableSample) => Figures {
  const coders = original.columns.map(similarityCoder)
  const encode = (table: TableSample) => coders.map((code, j) => code(table.columns[j]!))
  const own = encode(original)
  return (twin) => {
    const { univariate, bivariate, trivariate, overall } = measureAccuracy(own, encode(twin))
    return {
      accuracy1: univariate.value,
      accuracy2: bivariate.value,
      accuracy3: trivariate.value,
      relativeAccuracy: Math.min(1, overall.value / overall.ceiling),
    }
  }
}

/** Means over the seeds. */
function means(runs: Figures[]): Figures {
  const figures = Object.keys(runs[0]!).map((key) => {
    const sum = runs.reduce((total, run) => total + run[key]!, 0)
    return [key, sum / runs.length]
  })
  return rounded(Object.fromEntries(figures))
}

/** Keeps the columns whose mean is off by more than a twentieth. */
function offBy5Percent(ratios: Figures): Figures {
  return Object.fromEntries(
    Object.entries(ratios).filter(([, ratio]) => Math.abs(ratio - 1) > 0.05),
  )
}

function rounded(figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(4))]),
  )
}
