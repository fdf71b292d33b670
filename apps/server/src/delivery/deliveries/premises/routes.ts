import { api } from '../../../core/api/service.ts'
import {
  abandonOnPremises,
  beginOnPremises,
  getOnPremises,
  reportProgress,
  reserveOnPremises,
} from './measurements.ts'
import { stateOnPremises } from './statement.ts'

const routes = api.measurements

export const measurementRoutes = {
  reserve: routes.reserve.handler(({ input, context: { ctx } }) => reserveOnPremises(ctx, input)),
  get: routes.get.handler(({ input, context: { ctx } }) => getOnPremises(ctx, input.measurementId)),
  begin: routes.begin.handler(({ input, context: { ctx } }) => beginOnPremises(ctx, input)),
  report: routes.report.handler(({ input, context: { ctx } }) => reportProgress(ctx, input)),
  state: routes.state.handler(({ input, context: { ctx } }) => stateOnPremises(ctx, input)),
  abandon: routes.abandon.handler(({ input, context: { ctx } }) =>
    abandonOnPremises(ctx, input.measurementId),
  ),
}
