/**
 * Removes content that no row refers to: what a crash left between writing and committing, and what could not be erased
 * in its time.
 */

import { system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Store, Stored } from './stores.ts'

/**
 * Far above the longest transaction that is still to name what was written for it, and time enough to notice that a
 * database was restored from too far back.
 */
const MIN_AGE_MS = 7 * 24 * 3_600_000

/** Limits the files whose rows are looked up at once. */
const BATCH = 500

export async function sweepStore(platform: Platform, store: Store, now: Date): Promise<void> {
  const { log } = platform
  const { orphans, named } = await findOrphans(platform, store, now)
  if (orphans.length === 0) return
  if (named === 0) {
    log.error(
      { store: store.name, orphans: orphans.length },
      'nothing that is stored belongs to this database; none was removed, as it may be the wrong one',
    )
    return
  }
  for (const { remove } of orphans) await remove()
  log.info(
    { store: store.name, removed: orphans.length, kept: named },
    'what nothing refers to was removed',
  )
}

/** Finds orphans that are old enough; all are collected before any is removed. */
async function findOrphans({ db }: Platform, { list, listNamed }: Store, now: Date) {
  const writtenBefore = now.getTime() - MIN_AGE_MS
  const orphans: Stored[] = []
  let named = 0
  for await (const batch of inBatches(list())) {
    const ids = batch.map(({ id }) => id)
    const known = await db.transaction(system, async (tx) => new Set(await listNamed(tx, ids)))
    named += known.size
    for (const stored of batch)
      if (!known.has(stored.id) && stored.writtenAt.getTime() < writtenBefore) orphans.push(stored)
  }
  return { orphans, named }
}

/** Groups items for queries about many at once. */
export async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
