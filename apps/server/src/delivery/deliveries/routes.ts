import { api, apiOutsideTransactions, staffOnly } from '../../core/api/service.ts'
import { connectDelivery } from './connected/connect-delivery.ts'
import { convertFile } from './files/conversions.ts'
import { linkChecksums, listDownloadsByParty } from './files/download-log.ts'
import {
  cancelDelivery,
  forecastDelivery,
  inspectDelivery,
  reopenDelivery,
  submitDelivery,
} from './files/drafts.ts'

import { readTable } from './files/shared-files.ts'
import { giveUpHeld, listHeldDeliveries, retryHeld } from './held/staff.ts'
import { getProfiles } from './review/profiles.ts'
import {
  getDataset,
  getLatestDelivery,
  linkArchive,
  linkFile,
  releaseDelivery,
  requestChanges,
} from './service.ts'

const forContract = <Input extends { contractId: string }>({ contractId, ...input }: Input) => ({
  ...input,
  purpose: { contractId },
})

export const deliveryRoutes = {
  staff: {
    listHeld: api.deliveries.staff.listHeld.handler(({ input, context: { ctx } }) => {
      staffOnly(ctx)
      return listHeldDeliveries(ctx, input)
    }),
    retry: api.deliveries.staff.retry.handler(({ input, context: { ctx } }) =>
      retryHeld(ctx, staffOnly(ctx), input.id),
    ),
    giveUp: api.deliveries.staff.giveUp.handler(({ input, context: { ctx } }) =>
      giveUpHeld(ctx, staffOnly(ctx), input),
    ),
  },
  latest: api.deliveries.latest.handler(({ input, context: { ctx } }) =>
    getLatestDelivery(ctx, input.contractId),
  ),
  connect: api.deliveries.connect.handler(({ input, context: { ctx } }) =>
    connectDelivery(ctx, input),
  ),
  inspect: api.deliveries.inspect.handler(({ input, context: { ctx } }) =>
    inspectDelivery(ctx, forContract(input)),
  ),
  forecast: api.deliveries.forecast.handler(({ input, context: { ctx } }) =>
    forecastDelivery(ctx, forContract(input)),
  ),
  profiles: apiOutsideTransactions.deliveries.profiles.handler(({ input, context }) =>
    getProfiles(context, input),
  ),
  reopen: api.deliveries.reopen.handler(({ input, context: { ctx } }) =>
    reopenDelivery(ctx, input),
  ),
  cancel: api.deliveries.cancel.handler(({ input, context: { ctx } }) =>
    cancelDelivery(ctx, input),
  ),
  submit: api.deliveries.submit.handler(({ input, context: { ctx } }) =>
    submitDelivery(ctx, forContract(input)),
  ),
  dataset: api.deliveries.dataset.handler(({ input, context: { ctx } }) =>
    getDataset(ctx, input.dprId),
  ),
  convert: api.deliveries.convert.handler(({ input, context: { ctx } }) => convertFile(ctx, input)),
  checksumsLink: api.deliveries.checksumsLink.handler(({ input, context: { ctx } }) =>
    linkChecksums(ctx, input.dprId),
  ),
  fetched: api.deliveries.fetched.handler(({ input, context: { ctx } }) =>
    listDownloadsByParty(ctx, input),
  ),
  fileLink: api.deliveries.fileLink.handler(({ input, context: { ctx } }) =>
    linkFile(ctx, input.fileId),
  ),
  readTable: api.deliveries.readTable.handler(({ input, context: { ctx } }) =>
    readTable(ctx, input.fileId),
  ),
  archiveLink: api.deliveries.archiveLink.handler(({ input, context: { ctx } }) =>
    linkArchive(ctx, input.dprId),
  ),
  release: api.deliveries.release.handler(({ input, context: { ctx } }) =>
    releaseDelivery(ctx, input.dprId),
  ),
  requestChanges: api.deliveries.requestChanges.handler(({ input, context: { ctx } }) =>
    requestChanges(ctx, input),
  ),
}
