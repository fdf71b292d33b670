/** Finds the keys of originals at the start, and ends the originals of those that are lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { endAllOriginals } from './delivery/deliveries/service.ts'
import { endAllSamples } from './delivery/previews/service.ts'
import { system } from './platform/database/db.ts'
import type { Platform } from './platform/http/context.ts'
import { allowNewKeyDir, claimKeyDir, haveKeysFaded } from './platform/key-store/open-key-store.ts'
import { findLivingProcesses, LEASE_MS, processId } from './platform/process/leases.ts'
import { audit } from './platform/security/audit.ts'

const POLL_MS = 1000

/**
 * Checks that KEY_DIR holds the keys of this database, or makes its directory at the first start. Keys that
 * were in memory alone are gone after a restart of their machine: then their originals end. Call before
 * any job runs. `longestMs` limits how long it waits for other servers to end. Throws WrongKeyDirError.
 */
export async function startKeys(platform: Platform, longestMs = 2 * LEASE_MS): Promise<void> {
  if ((await haveKeysFaded(platform)) && (await isAlone(platform, longestMs)))
    platform.log.warn(
      await giveUpKeys(platform),
      'the keys of originals were in memory and are gone',
    )
  await claimKeyDir(platform)
}

/** Returns true if no other server lives; waits for the end of leases that nothing renews. */
async function isAlone({ db }: Platform, longestMs: number): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const living = await findLivingProcesses(db)
    living.delete(processId)
    if (living.size === 0) return true
    if (waitedMs >= longestMs) return false
    await sleep(POLL_MS)
  }
}

/**
 * Ends every original and sample, whose keys are lost, and lets the next start make another directory.
 * Their vendors have to send the files again. Returns the counts.
 */
export async function giveUpKeys(platform: Platform) {
  return await platform.db.transaction(system, async (tx) => {
    const ctx = { tx, platform }
    const ended = await endAllOriginals(ctx, 'lost')
    const counts = { ...ended, samples: await endAllSamples(ctx, 'lost') }
    await allowNewKeyDir(tx)
    await audit(tx, {
      actor: 'system',
      action: 'key_dir.give_up',
      object: 'key_dir',
      detail: counts,
    })
    return counts
  })
}
