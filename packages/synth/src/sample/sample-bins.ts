import type { FittedModel } from '../fit/fitted-model.ts'
import type { RandomSource } from '../rng/random-source.ts'
import { samplePairs } from './sample-pairs.ts'
import { sampleTrees } from './sample-trees.ts'

/** `rowCount` rows of bins, one array per modeled column. */
export function sampleBins(
  model: FittedModel,
  rowCount: number,
  random: RandomSource,
): Int32Array[] {
  return 'trees' in model
    ? sampleTrees(model.trees, rowCount, random)
    : samplePairs(model, rowCount, random)
}
