import type { Detection } from '../evaluation.ts'
import { firstRows, type TableSample } from '../table-sample.ts'
import { trainTrees } from './boosted-trees.ts'
import { featuresOf, roundnessFeatures } from './features.ts'
import { areaUnderRoc } from './roc.ts'
import { scoreRows } from './score-rows.ts'

const FOLDS = 3
const MAX_ROWS_PER_SIDE = 5000
/** As fine as scikit-learn's HistGradientBoostingClassifier, so that the AUC is no kinder than its. */
const MAX_BINS = 254
const SETTINGS = { trees: 100, leaves: 31, learningRate: 0.1 }

/**
 * Measures the AUC of boosted trees that separate real from synthetic rows; every row is scored by
 * a model that was not trained on it. Rows must be in random order.
 */
export function measureDetection(real: TableSample, twin: TableSample): Detection {
  const rowsPerSide = Math.min(MAX_ROWS_PER_SIDE, real.rowCount, twin.rowCount)
  const sides = [firstRows(real, rowsPerSide), firstRows(twin, rowsPerSide)]
  const features = [...featuresOf(sides, sides, MAX_BINS), ...roundnessFeatures(sides)]
  const labels = Uint8Array.from({ length: 2 * rowsPerSide }, (_, row) =>
    Number(row >= rowsPerSide),
  )
  const scores = new Float64Array(labels.length)
  for (let fold = 0; fold < FOLDS; fold++) {
    const isTested = (row: number) => (row % rowsPerSide) % FOLDS === fold
    const rows = Int32Array.from(labels.keys())
    const tested = rows.filter(isTested)
    const model = trainTrees(
      features,
      labels,
      rows.filter((row) => !isTested(row)),
      SETTINGS,
    )
    const judged = scoreRows(model, features, tested)
    tested.forEach((row, i) => {
      scores[row] = judged[i]!
    })
  }
  return { auc: areaUnderRoc(scores, labels), rowsPerSide, folds: FOLDS }
}
