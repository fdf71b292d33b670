/** Models: what was measured of original data, stored once, from which every twin is drawn. */
export { type MadeTwins, makeTwins } from './make-twins.ts'
export { listModelContent, listStoredModels } from './queries.ts'
export { recipeOf } from './recipe.ts'
export {
  findModelOf,
  findPaidModel,
  forgetModels,
  keepReceivedModel,
  measuredFilesIn,
  openModelOf,
  openReservedModel,
} from './stored-models.ts'
