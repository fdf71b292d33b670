/**
 * Loads a set of samples: the same services that serve real organizations make its rows, so its figures come
 * from the same queries. Money in it is real ledger entries.
 */
import type { Auth } from '../core/auth/service.ts'
import { synthesizeFile } from '../delivery/deliveries/service.ts'
import { renewSampleFigures } from '../overview/insights/service.ts'
import { system, type Tx } from '../platform/database/db.ts'
import type { Platform } from '../platform/http/context.ts'
import { enqueue } from '../platform/process/jobs.ts'
import { loadAdjustments } from './load-adjustments.ts'
import { loadConversations, loadReads } from './load-conversations.ts'
import { enterRecent, type MadeFiles, type MakeFile, whileMaking } from './load-deliveries.ts'
import { loadDisputes } from './load-disputes.ts'
import { loadOrganizations, loadPayouts } from './load-organizations.ts'
import { loadAccounts, loadBelongings } from './load-people.ts'
import { loadRequests } from './load-requests.ts'
import { loadSpending } from './load-spending.ts'
import { loadTickets } from './load-tickets.ts'
import { currentSampleIds, newSampleIds, type SampleIds } from './sample-ids.ts'
import { lockSamples } from './sample-queries.ts'

/** Loads the first set; does nothing if there is one. */
export async function loadSamples(
  platform: Platform,
  auth: Pick<Auth, 'createUser'>,
  make: MakeFile = synthesizeFile,
): Promise<void> {
  const isLoaded = (tx: Tx) => currentSampleIds(platform, tx)
  if (await platform.db.transaction(system, isLoaded)) return
  await whileMaking(platform, make, (made) =>
    platform.db.transaction(system, async (tx) => {
      await lockSamples(tx)
      if (await isLoaded(tx)) return
      const cast = newSampleIds(platform, tx, new Date())
      await loadSet(cast, auth, made)
      await loadAdjustments(cast)
      await enqueue(tx, 'bank.reconcile', {}) // the past month's statements, for staff
    }),
  )
}

/** Loads a set; accounts come last, so that no one is mailed about the past. */
export async function loadSet(
  cast: SampleIds,
  auth: Pick<Auth, 'createUser'>,
  made: Promise<MadeFiles>,
): Promise<void> {
  await loadOrganizations(cast)
  await loadRequests(cast)
  await loadPayouts(cast)
  await loadConversations(cast)
  await loadDisputes(cast)
  await enterRecent(cast, await made)
  await loadAccounts(cast, auth)
  await loadBelongings(cast)
  await loadSpending(cast)
  await loadReads(cast)
  await loadTickets(cast)
  await enqueue(cast.tx, 'price.group', {}, { jobKey: 'price.group' })
  await enqueue(cast.tx, 'score.record', {}, { jobKey: 'score.record' })
  await renewSampleFigures(cast.tx)
  if (cast.platform.config.makesOldSamples)
    await enqueue(cast.tx, 'samples.deliver', {}, { jobKey: 'samples.deliver' })
}
