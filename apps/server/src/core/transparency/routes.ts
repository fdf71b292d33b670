import { api, staffOnly } from '../api/service.ts'
import {
  checkLog,
  describeLogs,
  describeWitnesses,
  leafProofFile,
  openLogAgain,
} from './service.ts'

const routes = api.transparency

export const transparencyRoutes = {
  status: routes.status.handler(async ({ context: { ctx } }) => ({
    logs: await describeLogs(ctx),
    witnesses: describeWitnesses(ctx),
  })),
  proof: routes.proof.handler(async ({ input, context: { ctx } }) => ({
    proof: await leafProofFile(ctx, input),
  })),
  check: routes.check.handler(({ context: { ctx } }) => {
    staffOnly(ctx)
    return checkLog(ctx)
  }),
  openLog: routes.openLog.handler(({ context: { ctx } }) => openLogAgain(ctx, staffOnly(ctx))),
}
