import { api } from '../../core/api/service.ts'
import { readDemandFigures, readOfferFigures } from './service.ts'
import { listUsageOfListings, readUsage } from './usage.ts'

const { insights } = api

export const insightRoutes = {
  demand: insights.demand.handler(({ context: { ctx } }) => readDemandFigures(ctx)),
  offers: insights.offers.handler(({ context: { ctx } }) => readOfferFigures(ctx)),
  usage: insights.usage.handler(({ context: { ctx } }) => readUsage(ctx)),
  listings: insights.listings.handler(({ input, context: { ctx } }) =>
    listUsageOfListings(ctx, input),
  ),
}
