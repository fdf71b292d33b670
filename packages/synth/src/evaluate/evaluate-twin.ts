import type { EvaluatedColumn, Evaluation } from './evaluation.ts'
import { type Ceiling, type DetailedAccuracy, measureAccuracy } from './fidelity/accuracy.ts'
import { measureCoherence, type SeriesSample } from './fidelity/coherence.ts'
import { columnShape } from './fidelity/column-shapes.ts'
import { measureDetection } from './fidelity/detection.ts'
import { measureEfficacy } from './fidelity/efficacy.ts'
import { plotExactPairs } from './fidelity/exact-pairs.ts'
import { type ComparedColumn, exactPlot } from './fidelity/exact-plot.ts'
import { compareNumbers } from './fidelity/number-figures.ts'
import { pearson } from './fidelity/pair-trends.ts'
import { sdmetricsQuality } from './fidelity/sdmetrics.ts'
import { similarityCoder } from './fidelity/similarity-codes.ts'
import { concatTables, firstRows, rowRange, type TableSample } from './table-sample.ts'

/** Holds modeled columns only, in the order of `columns`; rows are in random order. */
export type ComparedTables = {
  train: TableSample
  /** Rows of the original that the twin was not made from. */
  holdout: TableSample | null
  twin: TableSample
  columns: ComparedColumn[]
}

export type EvaluationExtras = {
  /** The position in `columns` of what models should predict; by default chosen. */
  target?: number | null
  series?: { original: SeriesSample; twin: SeriesSample } | null
  /** The table by which accuracy lays its bins and has its ceiling; by default the original, as it is. */
  ceiling?: Ceiling
}

/**
 * Evaluates a twin against the original. The figures are exact, so only for its owner and the
 * platform.
 */
export function evaluateTwin(tables: ComparedTables, extras: EvaluationExtras = {}): Evaluation {
  const { train, holdout, twin, columns } = tables
  const names = columns.map(({ schema }) => schema.name)
  const original = holdout ? concatTables(train, holdout) : train
  const { ceiling = { from: 'original' } } = extras
  const coders = { original, twin }[ceiling.from].columns.map(similarityCoder)
  const [own, made] = [original, twin].map((table) =>
    coders.map((code, j) => code(table.columns[j]!)),
  )
  const accuracy = measureAccuracy(own!, made!, ceiling)
  const sdmetrics = sdmetricsQuality(train, holdout, twin)
  const detection = measureDetection(train, twin)
  const efficacy = measureEfficacy(taught(tables), names, {
    declared: extras.target ?? null,
    asPublished: ceiling.from === 'twin',
  })
  const { columns: likenesses, pairs, ...means } = accuracy
  return {
    rows: { train: train.rowCount, holdout: holdout?.rowCount ?? 0, twin: twin.rowCount },
    columns: columns.map((column, j) => evaluateColumn(column, j, original, twin, accuracy)),
    accuracy: { ...means, binsFrom: ceiling.from },
    pairs: { columns: names, accuracy: pairs },
    pairPlots: plotExactPairs(columns, { original, twin }),
    correlations: correlations(original, twin, names),
    sdmetrics,
    detection,
    efficacy,
    coherence: extras.series
      ? measureCoherence(extras.series.original, extras.series.twin, names)
      : null,
    privacy: null,
    summary: {
      syntheticAccuracy: {
        relative: Math.min(1, means.overall.value / Math.max(1e-9, means.overall.ceiling)),
        overall: means.overall.value,
        ceiling: means.overall.ceiling,
      },
    },
  }
}

function evaluateColumn(
  column: ComparedColumn,
  j: number,
  original: TableSample,
  twin: TableSample,
  accuracy: DetailedAccuracy,
): EvaluatedColumn {
  const [own, made] = [original.columns[j]!, twin.columns[j]!]
  return {
    name: column.schema.name,
    kind: column.schema.kind,
    shape: columnShape(own, made),
    accuracy: accuracy.columns[j]!,
    plot: exactPlot(column, own, made),
    numbers: compareNumbers(column.schema, own, made),
  }
}

/**
 * Returns the tables to train and test models. Without held-out rows, they learn from three
 * quarters of the original and are tested on the rest.
 */
function taught({ train, holdout, twin }: ComparedTables) {
  if (holdout) return { train, test: holdout, twin }
  const learned = Math.ceil(0.75 * train.rowCount)
  return { train: firstRows(train, learned), test: rowRange(train, learned, train.rowCount), twin }
}

function correlations(
  original: TableSample,
  twin: TableSample,
  names: string[],
): Evaluation['correlations'] {
  const numbers = original.columns.flatMap(({ type }, j) => (type === 'continuous' ? [j] : []))
  if (numbers.length < 2) return null
  const matrix = ({ columns }: TableSample) =>
    numbers.map((a) =>
      numbers.map((b) =>
        a === b
          ? 1
          : pearson(columns[a]!.values as Float64Array, columns[b]!.values as Float64Array) || 0,
      ),
    )
  return {
    columns: numbers.map((j) => names[j]!),
    original: matrix(original),
    synthetic: matrix(twin),
  }
}
