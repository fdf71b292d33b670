import { api, requireFinanceOrganization } from '../../core/api/service.ts'
import {
  cancelPlan,
  listCharges,
  readBilling,
  removeMethod,
  resumePlan,
  retryCharge,
  saveMethod,
} from './service.ts'

const routes = api.billing

export const billingRoutes = {
  get: routes.get.handler(({ context: { ctx } }) => readBilling(ctx)),
  charges: routes.charges.handler(({ input, context: { ctx } }) => listCharges(ctx, input)),
  saveMethod: routes.saveMethod.handler(async ({ input, context: { ctx } }) => {
    await saveMethod(ctx, requireFinanceOrganization(ctx), input.bankAccount)
    return await readBilling(ctx)
  }),
  removeMethod: routes.removeMethod.handler(async ({ context: { ctx } }) => {
    await removeMethod(ctx, requireFinanceOrganization(ctx))
    return await readBilling(ctx)
  }),
  cancel: routes.cancel.handler(async ({ context: { ctx } }) => {
    await cancelPlan(ctx, requireFinanceOrganization(ctx))
    return await readBilling(ctx)
  }),
  resume: routes.resume.handler(async ({ context: { ctx } }) => {
    await resumePlan(ctx, requireFinanceOrganization(ctx))
    return await readBilling(ctx)
  }),
  retry: routes.retry.handler(({ input, context: { ctx } }) =>
    retryCharge(ctx, requireFinanceOrganization(ctx), input.chargeId),
  ),
}
