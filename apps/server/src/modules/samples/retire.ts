/**
 * Takes a set of samples off the market. Its ledger entries stay, as everybody's do; what it holds in escrow goes back
 * by the ordinary way. Whatever it shares with a company that is no sample stays as it is: that company's rows are its own.
 */
import { audit } from '../../platform/audit.ts'
import type { SystemCtx } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs.ts'
import { cancelPlan } from '../billing/service.ts'
import { claimCancellation, claimDispute, claimDisputeEnd } from '../contracts/service.ts'
import { dropDisputes } from '../disputes/service.ts'
import { endDpr } from '../dprs/service.ts'
import { splitEscrow } from '../escrow/service.ts'
import { contractMoney } from '../ledger/service.ts'
import { closeOffers, withdrawOffer } from '../offers/service.ts'
import type { Cast } from './cast.ts'
import { type CompanyKey, companies } from './companies.ts'
import { people } from './people.ts'
import * as queries from './retire-queries.ts'

/** Storage keys of what can be removed once the transaction is committed. */
export async function retire(cast: Cast): Promise<string[]> {
  const { tx, platform } = cast
  const ctx: SystemCtx = { tx, platform, now: new Date() }
  const keys = Object.keys(companies) as CompanyKey[]
  const ids = keys.map(cast.idOf)
  // First the people, so that nobody is told of what follows.
  await queries.detachPeople(tx, ids)
  await queries.forgetPeople(
    tx,
    people.map(({ email }) => email),
  )
  for (const contract of await queries.lockOpenContracts(tx, ids)) await end(ctx, contract)
  for (const { id, title } of await queries.listLiveRequests(tx, ids))
    if (await endDpr(ctx, id, 'cancelled'))
      await closeOffers(ctx, id, {
        as: 'not_selected',
        title: 'Request cancelled',
        message: `The client has cancelled ${title}; your offer on it is closed.`,
      })
  for (const key of keys)
    for (const offerId of await queries.listPendingOffers(tx, cast.idOf(key)))
      await withdrawOffer(cast.acting(key, ctx.now), offerId)
  for (const key of keys)
    if (await queries.paysForPlan(tx, cast.idOf(key)))
      await cancelPlan(cast.acting(key, ctx.now), cast.idOf(key))
  const files = await queries.deleteFiles(tx, ids)
  await queries.deleteApplications(tx)
  await queries.closeCompanies(tx, ids, ctx.now)
  for (const id of ids)
    await audit(tx, { actor: 'system', action: 'sample.retire', object: `organization:${id}` })
  await enqueue(tx, 'blob.erase', { blobs: files.blobs })
  return files.keys
}

/** The client gets back what is held. */
async function end(ctx: SystemCtx, before: queries.OpenContract): Promise<void> {
  const { tx, now } = ctx
  await dropDisputes(ctx, before.id)
  if (before.status !== 'disputed' && before.status !== 'awaiting_payment')
    await claimDispute(tx, before.id, now) // whatever is under way stops
  const contract =
    before.status === 'awaiting_payment'
      ? await claimCancellation(tx, before.id, 'awaiting_payment', now)
      : await claimDisputeEnd(tx, before.id, 'cancelled', now)
  const { heldCents } = (await contractMoney(tx, [before.id]))(before.id)
  await splitEscrow(ctx, contract!, {
    toVendorCents: 0n,
    toClientCents: heldCents,
    reason: 'cancellation',
  })
}
