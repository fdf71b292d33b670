/**
 * Takes a set of samples off the market. Its ledger entries remain, like all others; its money in
 * escrow is returned in the ordinary way. Rows shared with a company outside the samples remain
 * unchanged, because they are that company's own.
 */

import { eraseFilesBetween } from '../core/attachments/service.ts'
import { deleteKeys } from '../core/keys/service.ts'
import { deleteWebhooks } from '../core/webhooks/service.ts'
import { deleteConnectionsOf } from '../delivery/connections/service.ts'
import { endTwinsOf } from '../delivery/deliveries/service.ts'
import { deletePushDestinations } from '../delivery/pushes/service.ts'
import {
  claimCancellation,
  claimDispute,
  claimDisputeEnd,
  contractMoney,
} from '../market/contracts/service.ts'
import { closeDpr } from '../market/dprs/service.ts'
import { messageFiles } from '../market/negotiation/service.ts'
import { closeOffers, withdrawOffer } from '../market/offers/service.ts'
import { cancelDisputes, evidence } from '../money/disputes/service.ts'
import { splitEscrow } from '../money/escrow/service.ts'

import { cancelPlan } from '../money/subscriptions/service.ts'
import { deleteApplications } from '../people/applications/service.ts'
import { deleteSingleSignOnOf } from '../people/single-sign-on/service.ts'
import { deleteTickets } from '../people/support/service.ts'
import type { SystemCtx } from '../platform/http/context.ts'
import { enqueue } from '../platform/process/jobs.ts'
import { audit } from '../platform/security/audit.ts'
import { eraseOrganizations } from '../platform/transparency/erase.ts'
import type { SampleIds } from './sample-ids.ts'
import { applications, people, tickets } from './seed/seed.ts'
import * as queries from './teardown-queries.ts'

/** Returns the keys of files in the clear that can be removed after the commit. */
export async function teardownSamples(cast: SampleIds): Promise<string[]> {
  const { tx, platform } = cast
  const ctx: SystemCtx = { tx, platform, now: cast.now }
  const ids = cast.keys.map(cast.idOf)
  // First the people, so that none of them is notified of what follows.
  await deleteKeys(tx, ids)
  await deleteWebhooks(tx, ids)
  await deleteSingleSignOnOf(tx, ids)
  await deletePushDestinations(tx, ids)
  await deleteConnectionsOf(tx, ids)
  await queries.detachPeople(tx, ids)
  const emails = people.map(({ email }) => email)
  const userIds = await queries.listAccounts(tx, emails)
  await queries.forgetNotifications(tx, userIds)
  await deleteTickets(tx, { userIds, emails: [...emails, ...tickets.map(({ email }) => email)] })
  for (const contract of await queries.lockOpenContracts(tx, ids)) await end(ctx, contract)
  for (const { id, title } of await queries.listLiveRequests(tx, ids))
    if (await closeDpr(ctx, id, 'cancelled'))
      await closeOffers(ctx, id, {
        as: 'not_selected',
        title: 'Request cancelled',
        message: `The client has cancelled ${title}; your offer on it is closed.`,
      })
  for (const key of cast.keys)
    for (const offerId of await queries.listPendingOffers(tx, cast.idOf(key)))
      await withdrawOffer(cast.acting(key, ctx.now), offerId)
  for (const key of cast.keys)
    if (await queries.paysForPlan(tx, cast.idOf(key)))
      await cancelPlan(cast.acting(key, ctx.now), cast.idOf(key))
  await endTwinsOf(ctx, ids)
  const files = await queries.deleteDeliveredFiles(tx, ids)
  const sent = { organizations: ids, now: ctx.now }
  for (const kind of [messageFiles, evidence])
    files.keys.push(...(await eraseFilesBetween(tx, kind, sent)))
  await deleteApplications(
    tx,
    applications.map(({ business_email }) => business_email),
  )
  await queries.closeCompanies(tx, ids, ctx.now)
  for (const id of ids)
    await audit(tx, { actor: 'system', action: 'sample.retire', object: `organization:${id}` })
  eraseOrganizations(tx, ids)
  await enqueue(tx, 'blob.erase', { blobs: files.blobs })
  return files.keys
}

/** The client gets back what is held. */
async function end(ctx: SystemCtx, before: queries.OpenContract): Promise<void> {
  const { tx, now } = ctx
  await cancelDisputes(ctx, before.id)
  if (before.status !== 'disputed' && before.status !== 'awaiting_payment')
    await claimDispute(tx, before.id, now) // work under way stops
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
