/** Restricts contracts to their parties. All other callers get not_found. */
import type { Side } from '@semblance/contract'
import {
  requireActingOrganization,
  requireMemberOrganization,
  requirePermission,
  viewerOrganization,
} from '../../core/api/service.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type ContractRow, findContract, findLiveContractOfDpr } from './queries.ts'

/** Returns the contract to one of its parties, or to a visitor of the sample. */
export async function getContractForParty(ctx: Ctx, contractId: string): Promise<ContractRow> {
  const row = await findContract(ctx.tx, contractId, partiesOf(ctx))
  if (!row) throw new AppError('not_found')
  return row
}

/** Returns the active contract of a request to one of its parties. */
export async function getContractOfDpr(ctx: Ctx, dprId: string): Promise<ContractRow> {
  const row = await findLiveContractOfDpr(ctx.tx, dprId, partiesOf(ctx))
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * Returns the contract and the side on which the caller's organization acts. A member acts there by a
 * role of that side: the client's needs `buying`, the vendor's sells. Throws role_missing, and for
 * visitors.
 */
export async function getOwnContract(
  ctx: Ctx,
  contractId: string,
  buying: 'request' | 'buy',
): Promise<{ contract: ContractRow; side: Side }> {
  const own = requireActingOrganization(ctx)
  const contract = await findContract(ctx.tx, contractId, [own])
  if (!contract) throw new AppError('not_found')
  const side = contract.client === own ? 'client' : 'vendor'
  requireMemberOrganization(ctx, side)
  requirePermission(ctx.actor, [side === 'client' ? buying : 'sell'])
  return { contract, side }
}

/** Returns the side from which the caller reads a contract. */
export const sideOf = (ctx: Ctx, contract: { client: string }): Side =>
  contract.client === ctx.actor.readsAs.client ? 'client' : 'vendor'

/**
 * Returns the organizations the caller reads contracts for. Throws for a caller who reads for none.
 */
export function partiesOf(ctx: Ctx): string[] {
  const { client, vendor } = ctx.actor.readsAs
  const parties = [client, vendor].filter((id) => id !== null)
  return parties.length > 0 ? parties : [viewerOrganization(ctx, 'client')]
}
