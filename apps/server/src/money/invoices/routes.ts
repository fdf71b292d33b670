import { api } from '../../core/api/service.ts'
import { listInvoices } from './list.ts'

export const invoiceRoutes = {
  list: api.invoices.list.handler(({ input, context: { ctx } }) => listInvoices(ctx, input)),
}
