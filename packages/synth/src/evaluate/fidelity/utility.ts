import { firstRows, type TableSample } from '../table-sample.ts'
import { trainTrees } from './boosted-trees.ts'
import { featuresOf } from './features.ts'
import { MAX_TAUGHT_ROWS, publishedTarget } from './prediction-targets.ts'
import { areaUnderRoc } from './roc.ts'
import { scoreRows } from './score-rows.ts'

/**
 * Describes the accuracy on real rows of a model trained on the twin alone. `classes` counts the
 * real rows of each of the two classes.
 */
export type Utility = { column: number; auc: number; classes: [number, number] }

/**
 * Measures the utility. The target, the bins and the model come from the twin, so one real row of a
 * class with n rows moves the area by at most 1 / n. Null if the twin has no column to predict.
 */
export function measureUtility(real: TableSample, twin: TableSample): Utility | null {
  const taught = firstRows(twin, MAX_TAUGHT_ROWS)
  const target = publishedTarget(twin)
  if (!target) return null
  const [own, made] = [real, taught].map((table) => target.label(table.columns[target.column]!))
  const features = featuresOf([taught, real], [taught]).filter((_, j) => j !== target.column)
  const labels = new Uint8Array(taught.rowCount + real.rowCount)
  labels.set(made!.map(known))
  labels.set(own!.map(known), taught.rowCount)
  const taughtRows = rowsWithAnswer(made!, 0)
  const testedRows = rowsWithAnswer(own!, taught.rowCount)
  const model = trainTrees(features, labels, taughtRows)
  const answers = testedRows.map((row) => labels[row]!)
  const positives = answers.reduce((sum, answer) => sum + answer, 0)
  return {
    column: target.column,
    auc: areaUnderRoc(scoreRows(model, features, testedRows), answers),
    classes: [positives, answers.length - positives],
  }
}

const known = (label: number) => Math.max(0, label)

function rowsWithAnswer(labels: Int8Array, offset: number): Int32Array {
  return Int32Array.from(labels.keys())
    .filter((row) => labels[row]! >= 0)
    .map((row) => row + offset)
}
