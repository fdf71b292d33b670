import { api } from '../core/api/service.ts'
import { askForReset, readSamples } from './reset.ts'

export const sampleRoutes = {
  get: api.samples.get.handler(({ context: { ctx } }) => readSamples(ctx)),
  reset: api.samples.reset.handler(({ context: { ctx } }) => askForReset(ctx)),
}
