/**
 * Loads a set of samples: the same services that serve real organizations make its rows, so its figures come
 * from the same queries. Money in it is real ledger entries.
 */
import type { Platform } from '../../platform/context.ts'
import { system, type Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import type { Auth } from '../auth/service.ts'
import { saveDraft } from '../dprs/service.ts'
import { loadAccounts } from './accounts.ts'
import { loadAdjustments } from './adjustments.ts'
import { loadBanking } from './banking.ts'
import { loadBilling } from './billing.ts'
import { type Cast, newCast, standingCast } from './cast.ts'
import { loadDisputes } from './disputes.ts'
import { loadConversations, loadReads } from './load-conversations.ts'
import { loadNotices } from './load-notices.ts'
import { discard, enterRecent, type MadeFiles, makeRecent } from './originals.ts'
import { loadPayouts } from './payouts.ts'
import { insertApplications, insertCompanies, insertOfferViews } from './queries.ts'
import { sampleDraft } from './request-details.ts'
import { oldestFirst } from './request-schema.ts'
import { loadRequest } from './requests.ts'
import { loadSavedSearches } from './saved-searches.ts'
import { findAccount, lockSamples } from './set-queries.ts'
import { insertTickets } from './ticket-queries.ts'

/** The first set; does nothing where there is one. */
export async function loadSamples(
  platform: Platform,
  auth: Pick<Auth, 'createUser'>,
): Promise<void> {
  const isLoaded = (tx: Tx) => standingCast(platform, tx)
  if (await platform.db.transaction(system, isLoaded)) return
  const made = await makeRecent(platform)
  const isFirst = await platform.db.transaction(system, async (tx) => {
    await lockSamples(tx)
    if (await isLoaded(tx)) return false
    const cast = await loadSet(platform, tx, auth, made)
    await loadAdjustments((now) => cast.acting('halden', now), {
      one: (await findAccount(tx, 'staff@sample.test'))!,
      other: (await findAccount(tx, 'staff2@sample.test'))!,
    })
    await enqueue(tx, 'bank.reconcile', {}) // the past month's statements, for staff
    return true
  })
  if (!isFirst) await discard(made)
}

/** Accounts come last, so nobody is mailed about the past. */
export async function loadSet(
  platform: Platform,
  tx: Tx,
  auth: Pick<Auth, 'createUser'>,
  made: MadeFiles,
): Promise<Cast> {
  const cast = newCast(platform, tx)
  await insertCompanies(cast)
  await insertApplications(tx)
  await loadBanking(cast)
  await loadBilling(cast)
  for (const request of oldestFirst) await loadRequest(cast, request, made)
  await loadPayouts(cast)
  await saveDraft(cast.acting('halden', new Date()), { content: sampleDraft })
  await loadConversations(cast)
  await loadDisputes(cast)
  await enterRecent(cast, made)
  await loadAccounts(cast, auth)
  await loadBelongings(cast)
  await enqueue(tx, 'samples.deliver', {}, { jobKey: 'samples.deliver' })
  return cast
}

/** What belongs to people, not to companies. */
async function loadBelongings(cast: Cast): Promise<void> {
  const { tx, acting, idOf } = cast
  await insertOfferViews(tx, idOf('halden'))
  await loadReads(cast)
  const vendor = acting('meridian', new Date())
  const userId = await findAccount(tx, 'vendor@sample.test')
  await loadSavedSearches({ ...vendor, actor: { ...vendor.actor, userId } })
  await loadNotices(cast)
  await insertTickets(tx, new Date())
}
