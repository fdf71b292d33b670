import { api } from '../../core/api/service.ts'
import { readDemandFigures, readOfferFigures } from './service.ts'

const { insights } = api

export const insightRoutes = {
  demand: insights.demand.handler(({ context: { ctx } }) => readDemandFigures(ctx)),
  offers: insights.offers.handler(({ context: { ctx } }) => readOfferFigures(ctx)),
}
