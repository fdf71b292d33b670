import type { Bounds, Efficacy } from '../evaluation.ts'
import { firstRows, type TableSample } from '../table-sample.ts'
import { type Feature, trainTrees } from './boosted-trees.ts'
import { featuresOf } from './features.ts'
import { chooseTargets, MAX_TAUGHT_ROWS, publishedTarget } from './prediction-targets.ts'
import { areaUnderRoc, boundsOfArea } from './roc.ts'
import { scoreRows } from './score-rows.ts'
import { taughtByTwin } from './utility.ts'

const MAX_ROWS = 10_000
/** A column that not even real rows can teach to predict shows nothing. */
const MIN_REAL_AUC = 0.55

export type EfficacyTables = { train: TableSample; test: TableSample; twin: TableSample }

/**
 * Measures the AUC of a model trained on the twin that predicts a column of real rows, next to one
 * trained on as many real rows. The column is `declared`, or else chosen: with `asPublished` by the
 * twin alone, as the buyer's report does. Null if no column is suitable. Source: train on synthetic,
 * test on real (Esteban et al., 2017).
 */
export function measureEfficacy(
  { train, test, twin }: EfficacyTables,
  names: string[],
  { declared, asPublished }: { declared: number | null; asPublished: boolean },
): Efficacy | null {
  const rows = Math.min(MAX_ROWS, train.rowCount, twin.rowCount)
  const parts = [firstRows(train, rows), firstRows(twin, rows), firstRows(test, MAX_ROWS)]
  const features = featuresOf(parts)
  const isPublished = asPublished && declared === null
  const targets = isPublished
    ? [publishedTarget(twin)].filter((target) => target !== null)
    : chooseTargets(parts[0]!, declared)
  const isTaughtAlike = rows === Math.min(MAX_TAUGHT_ROWS, twin.rowCount)
  const shared = isPublished && isTaughtAlike ? taughtByTwin(twin) : null
  for (const target of targets) {
    const labels = parts.map((part) => target.label(part.columns[target.column]!))
    const others = features.filter((_, j) => j !== target.column)
    const real = taughtAuc(others, labels, 0)
    if (real < MIN_REAL_AUC) continue
    const boundsOf = (area: number) => boundsOfTested(area, labels.at(-1)!)
    const synthetic = shared ? shared.measure(parts[2]!).auc : taughtAuc(others, labels, 1)
    const score = (synthetic - 0.5) / (real - 0.5)
    return {
      targets: [
        {
          column: names[target.column]!,
          synthetic,
          real,
          intervals: { synthetic: boundsOf(synthetic), real: boundsOf(real) },
        },
      ],
      score: Math.max(0, Math.min(1, score)),
    }
  }
  return null
}

function boundsOfTested(area: number, tested: Int8Array): Bounds {
  const count = (label: number) => tested.reduce((sum, one) => sum + Number(one === label), 0)
  return boundsOfArea(area, { positives: count(1), negatives: count(0) })
}

/** The area under the ROC curve on the last part of a model that has learned from part `teacher`. */
function taughtAuc(features: Feature[], labels: Int8Array[], teacher: number): number {
  const known = labels.map((part, i) => {
    const offset = labels.slice(0, i).reduce((sum, { length }) => sum + length, 0)
    return Int32Array.from(part.keys())
      .filter((row) => part[row]! >= 0)
      .map((row) => row + offset)
  })
  const all = Uint8Array.from(
    labels.flatMap((part) => Array.from(part, (label) => Math.max(0, label))),
  )
  const tested = known.at(-1)!
  const model = trainTrees(features, all, known[teacher]!)
  return areaUnderRoc(
    scoreRows(model, features, tested),
    tested.map((row) => all[row]!),
  )
}
