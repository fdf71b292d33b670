export { type BarsData, bars } from './bars.ts'
export { monotonePath } from './curve.ts'
export { type HeatmapData, heatmap, heatmapWidth } from './heatmap.ts'
export {
  accuracyCells,
  type Correlations,
  correlationCells,
  correlationsNote,
  largestDifference,
  MOST_REACH,
} from './heatmap-cells.ts'
export { type HistogramData, hasHeavyBin, histogram, isHeavyTailed } from './histogram.ts'
export { type NumberRow, numberRows, numberRowsNote } from './number-rows.ts'
export {
  isMatchOfOriginal,
  type OriginalSource,
  originalLabel,
  originalNote,
} from './original-label.ts'
export {
  judge,
  type Measured,
  type Outcome,
  outcomeLabels,
  outcomeOf,
  outcomes,
  outcomesText,
  untestedText,
  worstOutcome,
} from './outcomes.ts'
export { type PairMapData, pairLabel, pairMap } from './pair-map.ts'
export {
  type Agreement,
  qualityFact,
  qualityScore,
  qualityScoreLabel,
  qualityScoreMeaning,
  qualityScoreNote,
} from './quality-score.ts'
export type { Box, Plot, Role, Shape, Text, Tint } from './shape.ts'
export { svgElement, svgText } from './svg.ts'
export { cutText } from './text.ts'
export {
  formatValue,
  percent,
  roundStep,
  tickLabels,
  type ValueFormat,
  wholeTicks,
} from './ticks.ts'
export { type UsefulnessData, usefulnessFact, usefulnessLabel } from './usefulness.ts'
