import { api, requireAdminOrganization } from '../../core/api/service.ts'
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
    await saveMethod(ctx, requireAdminOrganization(ctx), input.bankAccount)
    return await readBilling(ctx)
  }),
  removeMethod: routes.removeMethod.handler(async ({ context: { ctx } }) => {
    await removeMethod(ctx, requireAdminOrganization(ctx))
    return await readBilling(ctx)
  }),
  cancel: routes.cancel.handler(async ({ context: { ctx } }) => {
    await cancelPlan(ctx, requireAdminOrganization(ctx))
    return await readBilling(ctx)
  }),
  resume: routes.resume.handler(async ({ context: { ctx } }) => {
    await resumePlan(ctx, requireAdminOrganization(ctx))
    return await readBilling(ctx)
  }),
  retry: routes.retry.handler(({ input, context: { ctx } }) =>
    retryCharge(ctx, requireAdminOrganization(ctx), input.chargeId),
  ),
}
