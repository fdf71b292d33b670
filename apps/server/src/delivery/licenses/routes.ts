import { api } from '../../core/api/service.ts'
import { getLicense } from './service.ts'

export const licenseRoutes = {
  get: api.licenses.get.handler(({ input, context: { ctx } }) => getLicense(ctx, input.id)),
}
