import { api } from '../../core/api/service.ts'
import { readFigures } from './service.ts'

export const claimRoutes = {
  figures: api.claims.figures.handler(({ context: { ctx } }) => readFigures(ctx)),
}
