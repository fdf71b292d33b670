/** Who may read a request, and whose it is. */
import { readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { findDpr } from './queries.ts'

/** For whom a request is read: both sides may look around the market. */
export function marketReader(ctx: Ctx): string {
  return ctx.actor.readsAs.vendor ?? readerOrg(ctx, 'client')
}

/** A request of the client's own; not_found for everyone else's. */
export async function getOwnDpr(ctx: Ctx, dprId: string, client: string) {
  const dpr = await findDpr(ctx.tx, dprId)
  if (dpr?.client !== client) throw new AppError('not_found')
  return dpr
}
