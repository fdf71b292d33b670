import { api } from '../../core/api/service.ts'
import { estimateAccuracy } from './service.ts'

export const estimateRoutes = {
  accuracy: api.estimates.accuracy.handler(({ input }) => estimateAccuracy(input)),
}
