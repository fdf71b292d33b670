/** The job that destroys keys, and the sweep of those that nothing names. */
import { system, type Tx } from '../../platform/database/db.ts'
import { classifyFault } from '../../platform/faults.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Evidence } from '../../platform/key-store/key-store.ts'
import { openKeyStore } from '../../platform/key-store/open-key-store.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import { type DestructionRow, listPending, listPendingOf, listWithoutJob } from './queries.ts'
import { type OnDestroyed, type Owner, queueDestruction, recordDestructions } from './service.ts'

/**
 * Destroys the ended originals of one owner, then records it and applies what follows, in one transaction.
 * May stop and be repeated at any step. Throws DependencyError while KEY_DIR is away.
 */
export async function destroyOriginalsOf(
  platform: Platform,
  owner: Owner,
  { onDestroyed, onFault, signal }: Endings & { signal: AbortSignal },
): Promise<void> {
  try {
    await destroyAndRecord(platform, owner, { onDestroyed, signal })
  } catch (error) {
    if (onFault && classifyFault(error).kind === 'dependency')
      await platform.db
        .transaction(system, (tx) => onFault(tx, idOf(owner), new Date()))
        .catch(() => {}) // the delay is shown at the next try; the error below says what is away
    throw error
  }
}

/** Says what follows from a destruction, and what is shown while something keeps it from being done. */
export type Endings = {
  onDestroyed: OnDestroyed
  onFault?: (tx: Tx, ownerId: string, now: Date) => Promise<void>
}

const idOf = (owner: Owner) => ('deliveryId' in owner ? owner.deliveryId : owner.offerId)

async function destroyAndRecord(
  platform: Platform,
  owner: Owner,
  { onDestroyed, signal }: { onDestroyed: OnDestroyed; signal: AbortSignal },
): Promise<void> {
  const pending = await platform.db.transaction(system, (tx) => listPending(tx, owner))
  if (pending.length === 0) return
  const results: { row: DestructionRow; evidence: Evidence }[] = []
  for (const row of pending) results.push({ row, evidence: await destroyKey(platform, row) })
  const now = new Date()
  const record = async (tx: Tx) => {
    const destroyed = await recordDestructions(tx, owner, results, now)
    if (destroyed.length === 0) return
    await onDestroyed({ tx, platform, now }, idOf(owner), destroyed)
    const blobs = destroyed.map((one) => ({ id: one.id, bytes: Number(one.bytes) }))
    await enqueue(tx, 'blob.erase', { blobs })
  }
  await untilAnswered(() => platform.db.transaction(system, record), signal)
}

/** A wrapped key has gone from its row already; of the log and the backups nothing can be claimed. */
async function destroyKey(platform: Platform, row: DestructionRow): Promise<Evidence> {
  if (row.key_store === 'files') return await openKeyStore(platform).destroy(row.original)
  return { method: 'unlinked', keyStore: 'database', fileSystem: null, wasPresent: true }
}

/** Sets the age at which a key that nothing names was left by a crash or a change that was undone. */
const ORPHAN_MS = 3_600_000

const BATCH = 500

/** Returns those of some IDs that a row names as an original that is still needed. Call as the system. */
export type ListNamed = (tx: Tx, ids: string[]) => Promise<string[]>

/**
 * Queues destructions again that no job would take up, and destroys keys that are an hour old and that no
 * original has.
 */
export async function sweepKeys(
  platform: Platform,
  listNamed: ListNamed,
  now = new Date(),
): Promise<void> {
  const { db, log } = platform
  const before = new Date(now.getTime() - ORPHAN_MS)
  await db.transaction(system, async (tx) => {
    for (const owner of await listWithoutJob(tx, before)) await queueDestruction(tx, owner)
  })
  const keys = openKeyStore(platform)
  const old: string[] = []
  for await (const { id, madeAt } of keys.list()) if (madeAt < before) old.push(id)
  let destroyed = 0
  for (let from = 0; from < old.length; from += BATCH) {
    const ids = old.slice(from, from + BATCH)
    const named = await db.transaction(
      system,
      async (tx) => new Set([...(await listNamed(tx, ids)), ...(await listPendingOf(tx, ids))]),
    )
    for (const id of ids.filter((one) => !named.has(one))) {
      await keys.destroy(id)
      destroyed += 1
    }
  }
  if (destroyed > 0)
    log.info({ destroyed, kept: old.length - destroyed }, 'keys without an original were destroyed')
}
