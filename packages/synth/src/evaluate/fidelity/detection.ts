import type { Detection } from '../evaluation.ts'
import { firstRows, type TableSample } from '../table-sample.ts'
import { scoreRows, trainTrees } from './boosted-trees.ts'
import { featuresOf } from './features.ts'
import { areaUnderRoc } from './roc.ts'

const FOLDS = 5
const MAX_ROWS_PER_SIDE = 10_000

/**
 * Measures the AUC of boosted trees that separate real from synthetic rows; every row is scored by
 * a model that was not trained on it. Rows must be in random order.
 */
export function measureDetection(real: TableSample, twin: TableSample): Detection {
  const rowsPerSide = Math.min(MAX_ROWS_PER_SIDE, real.rowCount, twin.rowCount)
  const features = featuresOf([firstRows(real, rowsPerSide), firstRows(twin, rowsPerSide)])
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
    )
    const judged = scoreRows(model, features, tested)
    tested.forEach((row, i) => {
      scores[row] = judged[i]!
    })
  }
  return { auc: areaUnderRoc(scores, labels), rowsPerSide, folds: FOLDS }
}
