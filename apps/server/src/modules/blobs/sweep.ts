/**
 * Removes blobs that no row refers to: what a crash left between sealing and committing, and what could not be erased in
 * its time.
 */
import type { Blobs, ListedBlob } from '../../platform/blobs.ts'
import type { Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import { listStored } from '../deliveries/service.ts'
import { listStoredSamples } from '../previews/service.ts'

/**
 * Far above the longest transaction that is still to name what was sealed for it, and time enough to notice that a
 * database was restored from too far back.
 */
const MIN_AGE_MS = 7 * 24 * 3_600_000

/** Blobs whose rows are looked for at once. */
const BATCH = 500

type Place = { platform: Platform; blobs: Blobs }

export async function sweepBlobs(place: Place, now: Date): Promise<void> {
  const { log } = place.platform
  const { orphans, named } = await findOrphans(place, now)
  if (orphans.length === 0) return
  if (named === 0) {
    log.error(
      { blobs: orphans.length },
      'no stored blob belongs to this database; none was removed, as it may be the wrong one',
    )
    return
  }
  for (const { id, bytes } of orphans) await place.blobs.remove(id, bytes)
  log.info({ removed: orphans.length, kept: named }, 'blobs that nothing refers to were removed')
}

/** Among those that are old enough; all are looked at before any is removed. */
async function findOrphans({ platform, blobs }: Place, now: Date) {
  const writtenBefore = now.getTime() - MIN_AGE_MS
  const orphans: Pick<ListedBlob, 'id' | 'bytes'>[] = []
  let named = 0
  for await (const batch of inBatches(blobs.list())) {
    const known = await listNamed(
      platform,
      batch.map(({ id }) => id),
    )
    named += known.size
    for (const { id, bytes, writtenAt } of batch)
      if (!known.has(id) && writtenAt.getTime() < writtenBefore) orphans.push({ id, bytes })
  }
  return { orphans, named }
}

/** Those of the blobs that a row refers to. */
async function listNamed({ db }: Platform, ids: string[]): Promise<Set<string>> {
  return await db.transaction(
    system,
    async (tx) => new Set([...(await listStored(tx, ids)), ...(await listStoredSamples(tx, ids))]),
  )
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
