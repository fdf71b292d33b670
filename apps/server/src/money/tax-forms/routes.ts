import {
  api,
  requireActingOrganization,
  requireFinanceOrganization,
  staffOnly,
} from '../../core/api/service.ts'
import { listForStaff, openForStaff, openOwn, readTaxForms, reviewForm } from './service.ts'

const routes = api.taxForms

export const taxFormRoutes = {
  get: routes.get.handler(({ context: { ctx } }) =>
    readTaxForms(ctx, requireActingOrganization(ctx)),
  ),
  open: routes.open.handler(({ input, context: { ctx } }) =>
    openOwn(ctx, requireFinanceOrganization(ctx), input.taxFormId),
  ),
  staff: {
    list: routes.staff.list.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return listForStaff(ctx, input)
    }),
    open: routes.staff.open.handler(({ input, context: { ctx } }) =>
      openForStaff(ctx, input.taxFormId, staffOnly(ctx)),
    ),
    accept: routes.staff.accept.handler(({ input, context: { ctx } }) =>
      reviewForm(ctx, { ...input, reason: null }, staffOnly(ctx)),
    ),
    refuse: routes.staff.refuse.handler(({ input, context: { ctx } }) =>
      reviewForm(ctx, input, staffOnly(ctx)),
    ),
  },
}
