import { api } from '../../core/api/service.ts'
import { getCertificate, listCertificates } from './service.ts'

export const certificateRoutes = {
  get: api.certificates.get.handler(({ input, context: { ctx } }) => getCertificate(ctx, input.id)),
  list: api.certificates.list.handler(({ input, context: { ctx } }) =>
    listCertificates(ctx, input.contractId, input),
  ),
}
