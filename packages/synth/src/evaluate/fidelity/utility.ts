import { firstRows, type TableSample } from '../table-sample.ts'
import { trainTrees } from './boosted-trees.ts'
import { featureCoder } from './features.ts'
import { MAX_TAUGHT_ROWS, publishedTarget } from './prediction-targets.ts'
import { areaUnderRoc } from './roc.ts'
import { scoreRows } from './score-rows.ts'

/**
 * Describes the accuracy on real rows of a model trained on the twin alone. `classes` counts the
 * real rows of each of the two classes.
 */
export type Utility = { column: number; auc: number; classes: [number, number] }

/** Holds a model that a twin alone has taught to answer a question about rows. */
export type Taught = {
  column: number
  /** Measures the area under the ROC curve of its answers for rows of another table, with their two classes. */
  measure: (rows: TableSample) => Omit<Utility, 'column'>
}

const known = new WeakMap<TableSample, Taught | null>()

/**
 * Returns the model that the first rows of a twin teach; taught once and shared. The target, the bins and the model come from the
 * twin. Null if it has no column to predict.
 */
export function taughtByTwin(twin: TableSample): Taught | null {
  const found = known.get(twin)
  if (found !== undefined) return found
  const taught = teach(twin)
  known.set(twin, taught)
  return taught
}

function teach(twin: TableSample): Taught | null {
  const target = publishedTarget(twin)
  if (!target) return null
  const { column } = target
  const rows = firstRows(twin, MAX_TAUGHT_ROWS)
  const code = featureCoder([rows])
  const featuresFor = (table: TableSample) => code([table]).filter((_, j) => j !== column)
  const labels = target.label(rows.columns[column]!)
  const answered = Int32Array.from(labels.keys()).filter((row) => labels[row]! >= 0)
  const model = trainTrees(featuresFor(rows), Uint8Array.from(labels, positive), answered)
  const measure = (real: TableSample) => {
    const own = target.label(real.columns[column]!)
    const tested = Int32Array.from(own.keys()).filter((row) => own[row]! >= 0)
    const answers = tested.map((row) => own[row]!)
    const positives = answers.reduce((sum, answer) => sum + answer, 0)
    const scores = scoreRows(model, featuresFor(real), tested)
    const classes: Utility['classes'] = [positives, answers.length - positives]
    return { auc: areaUnderRoc(scores, answers), classes }
  }
  return { column, measure }
}

const positive = (label: number) => Math.max(0, label)

/**
 * Measures the utility: one real row of a class with n rows moves the area by at most 1 / n, because all but these rows comes
 * from the twin. Null if the twin has no column to predict.
 */
export function measureUtility(real: TableSample, twin: TableSample): Utility | null {
  const taught = taughtByTwin(twin)
  return taught && { column: taught.column, ...taught.measure(real) }
}
