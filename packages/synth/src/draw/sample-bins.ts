import type { FittedModel } from '../model/fitted-model.ts'
import type { RandomSource } from '../random/random-source.ts'
import { samplePairs } from './pairs/sample-pairs.ts'
import { sampleTrees } from './sample-trees.ts'

/**
 * Draws `rowCount` rows of bins, one array per modeled column, given the rows' bins of the context.
 */
export function sampleBins(
  model: FittedModel,
  rowCount: number,
  random: RandomSource,
  context: Int32Array[] = [],
): Int32Array[] {
  return 'trees' in model
    ? sampleTrees(model.trees, rowCount, random, context)
    : samplePairs(model, rowCount, random, context)
}
