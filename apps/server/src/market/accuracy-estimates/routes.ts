import { api } from '../../core/api/service.ts'
import { estimatePrice } from '../price-estimates/service.ts'
import { estimateAccuracy } from './service.ts'

export const estimateRoutes = {
  accuracy: api.estimates.accuracy.handler(({ input }) => estimateAccuracy(input)),
  price: api.estimates.price.handler(({ input, context: { ctx } }) => estimatePrice(ctx, input)),
}
