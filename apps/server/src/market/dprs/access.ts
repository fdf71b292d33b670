/** Defines the readers and the owner of a request. */
import { viewerOrganization } from '../../core/api/service.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findDpr } from './queries.ts'

/** Returns the organization that requests are read for. Both sides may browse the market. */
export function marketReader(ctx: Ctx): string {
  return ctx.actor.readsAs.vendor ?? viewerOrganization(ctx, 'client')
}

/** Returns a request of the client. Throws not_found for requests of other clients. */
export async function getOwnDpr(ctx: Ctx, dprId: string, client: string) {
  const dpr = await findDpr(ctx.tx, dprId)
  if (dpr?.client !== client) throw new AppError('not_found')
  return dpr
}
