import type { Detection, Efficacy, EvaluationSummary, Sdmetrics } from '../evaluation.ts'

const WEIGHTS = { shapes: 0.3, pairs: 0.3, detection: 0.2, efficacy: 0.2 }

/** 0 to 100, to one decimal. Where nothing can be predicted, the other parts keep their proportions. */
export function qualityScore({
  sdmetrics,
  detection,
  efficacy,
}: {
  sdmetrics: Sdmetrics
  detection: Detection
  efficacy: Efficacy | null
}): EvaluationSummary['qualityScore'] {
  const parts = {
    shapes: sdmetrics.shapes,
    pairs: sdmetrics.pairs,
    detection: 2 * (1 - Math.max(0.5, detection.auc)),
    efficacy: efficacy?.score ?? null,
  }
  const known = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).filter((p) => parts[p] !== null)
  const weight = known.reduce((sum, part) => sum + WEIGHTS[part], 0)
  const score = known.reduce((sum, part) => sum + WEIGHTS[part] * parts[part]!, 0) / weight
  return { score: Math.round(1000 * score) / 10, parts }
}
