import { getContractOfDpr } from '../../market/contracts/service.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { listReadyDeliveries } from './queries.ts'

/** Returns the newest ready delivery and the earlier ones, newest first. */
export async function getReady(ctx: Ctx, dprId: string, client: string) {
  const contract = await getContractOfDpr(ctx, dprId)
  const [delivery, ...earlier] = await listReadyDeliveries(ctx.tx, contract.id)
  if (contract.client !== client || !delivery) throw new AppError('not_found')
  return { contract, delivery, earlier }
}
