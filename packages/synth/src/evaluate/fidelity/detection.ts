import { at } from '../../model/pairs/at.ts'
import type { Detection } from '../evaluation.ts'
import { firstRows, type TableSample } from '../table-sample.ts'
import { trainTrees } from './boosted-trees.ts'
import { featuresOf, roundnessFeatures } from './features.ts'
import { areaUnderRoc, boundsOfArea } from './roc.ts'
import { scoreRows } from './score-rows.ts'

/** Each model learns from all rows but one of so many parts, and scores that one. */
const FOLDS = 3
const MAX_ROWS_PER_SIDE = 5000
/** Parts are scored until so many rows of each side are: the area is then within .02 of what all rows show. */
const ENOUGH_ROWS = 1600
/** As fine as scikit-learn's HistGradientBoostingClassifier, so that the AUC is no kinder than its. */
const MAX_BINS = 254
const SETTINGS = { trees: 100, leaves: 31, learningRate: 0.1 }

/**
 * Measures the AUC of boosted trees that separate real from synthetic rows; every row that counts is scored by
 * a model that was not trained on it. Rows must be in random order.
 */
export function measureDetection(real: TableSample, twin: TableSample): Detection {
  const rowsPerSide = Math.min(MAX_ROWS_PER_SIDE, real.rowCount, twin.rowCount)
  const sides = [firstRows(real, rowsPerSide), firstRows(twin, rowsPerSide)]
  const features = [...featuresOf(sides, sides, MAX_BINS), ...roundnessFeatures(sides)]
  const labels = Uint8Array.from({ length: 2 * rowsPerSide }, (_, row) =>
    Number(row >= rowsPerSide),
  )
  const foldOf = (row: number) => (row % rowsPerSide) % FOLDS
  const folds = Math.min(FOLDS, Math.ceil(ENOUGH_ROWS / Math.max(1, rowsPerSide / FOLDS)))
  const rows = Int32Array.from(labels.keys())
  const scores = new Float64Array(labels.length)
  for (let fold = 0; fold < folds; fold++) {
    const tested = rows.filter((row) => foldOf(row) === fold)
    const model = trainTrees(
      features,
      labels,
      rows.filter((row) => foldOf(row) !== fold),
      SETTINGS,
    )
    const judged = scoreRows(model, features, tested)
    tested.forEach((row, i) => {
      scores[row] = judged[i]!
    })
  }
  const scored = rows.filter((row) => foldOf(row) < folds)
  const auc = areaUnderRoc(
    Float64Array.from(scored, (row) => at(scores, row)),
    scored.map((row) => at(labels, row)),
  )
  const scoredPerSide = scored.length / 2
  return {
    auc,
    interval: boundsOfArea(auc, { positives: scoredPerSide, negatives: scoredPerSide }),
    rowsPerSide,
    scoredPerSide,
  }
}
