/**
 * Seals files that older servers stored in the clear. Each server has its own of them, so each seals
 * what is in its data directory. May be ended at any point, run again, and run by two servers of one
 * directory.
 */
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { system } from '../../platform/database/db.ts'
import { readDatabaseName } from '../../platform/database/migrate.ts'
import { classifyFault } from '../../platform/faults.ts'
import type { Platform } from '../../platform/http/context.ts'
import { type Blobs, openBlobs, type SealedBlob } from '../../platform/storage/blobs.ts'
import {
  listClearFiles,
  readClearFile,
  readNamedBy,
  removeClearFile,
  removeEmptyDirectory,
  writeNamedBy,
} from '../../platform/storage/clear-files.ts'
import { blobKeyOf, openBlobKey } from './keys.ts'
import type { AttachmentKind } from './kind.ts'
import { countClear, findFile, type KeptFile, setBlob } from './queries.ts'

/** Sets the age from which a file that no row names is removed; the sweep of blobs has the same. */
const ORPHAN_AGE_MS = 7 * 24 * 3_600_000

/**
 * Counts files by their outcome. `changed` are not what their rows describe, `failed` could not
 * be sealed, `unnamed` belong to no row: these three are kept. `absent` are in the clear by their
 * rows, and not in this data directory.
 */
export type SealedFiles = Record<Outcome | 'removed' | 'absent', number>

type Outcome = 'sealed' | 'changed' | 'failed' | 'unnamed'

/**
 * Seals the files of one kind, and removes them in the clear once their blobs are read back whole.
 * Files that no row names are removed if they are older than a week and this database names any other
 * clear file of the directory, now or in an earlier run. Throws if the database or the store is away.
 */
export async function sealClearFiles(
  platform: Platform,
  kind: AttachmentKind,
  { signal, now }: { signal: AbortSignal; now: Date },
): Promise<SealedFiles> {
  const { dataDir } = platform.config
  const blobs = openBlobs(platform.config)
  const counts = { sealed: 0, removed: 0, changed: 0, failed: 0, unnamed: 0, absent: 0 }
  const orphans: string[] = []
  for (const { name: id, writtenAt } of await listClearFiles(dataDir, kind.name)) {
    if (signal.aborted) break
    if (!z.uuid().safeParse(id).success) continue
    const outcome = await attempt(platform, blobs, kind, id)
    counts[outcome] += 1
    const ageMs = now.getTime() - writtenAt.getTime()
    if (outcome === 'unnamed' && ageMs > ORPHAN_AGE_MS) orphans.push(id)
  }
  if (await isOwn(platform, counts.sealed + counts.changed > 0))
    for (const id of orphans) {
      await removeClearFile(dataDir, keyOf(kind, id))
      counts.unnamed -= 1
      counts.removed += 1
    }
  await removeEmptyDirectory(dataDir, kind.name)
  const left = await platform.db.transaction(system, (tx) => countClear(tx, kind))
  counts.absent = Math.max(0, left - counts.changed - counts.failed)
  return counts
}

/**
 * Returns true if the data directory is this database's: its rows name a clear file there, or did in an
 * earlier run. A database that was set by mistake must not have the other's files removed.
 */
async function isOwn({ config, db }: Platform, isNaming: boolean): Promise<boolean> {
  const [own, known] = [await readDatabaseName(db.pool), await readNamedBy(config.dataDir)]
  if (isNaming && known !== own) await writeNamedBy(config.dataDir, own)
  return isNaming || known === own
}

/** Seals one file. Of a fault that is this file's alone, goes on with the others. */
async function attempt(
  platform: Platform,
  blobs: Blobs,
  kind: AttachmentKind,
  id: string,
): Promise<Outcome> {
  const file = keyOf(kind, id)
  try {
    const outcome = await sealFile(platform, blobs, kind, id)
    if (outcome === 'changed')
      platform.log.error({ file }, 'a stored file is not what its row describes; it is kept')
    return outcome
  } catch (error) {
    if (classifyFault(error).kind === 'dependency') throw error
    platform.log.error({ err: error, file }, 'a stored file could not be sealed; it is kept')
    return 'failed'
  }
}

const keyOf = ({ name }: AttachmentKind, id: string) => `${name}/${id}`

/** Seals one file, or finds that it is sealed already, and removes it. */
async function sealFile(
  { db, secrets, config }: Platform,
  blobs: Blobs,
  kind: AttachmentKind,
  id: string,
): Promise<'sealed' | 'changed' | 'unnamed'> {
  const found = await db.transaction(system, async (tx) => {
    const row = await findFile(tx, kind, id)
    if (!row) return null
    if (row.storage_key === null)
      return { row, sealed: { id: row.blob_id, key: await openBlobKey(tx, secrets, row.key_id) } }
    const owner = { kind: kind.keyOwner, id: row.place_id }
    return { row, key: await blobKeyOf(tx, secrets, owner) }
  })
  if (!found) return 'unnamed'
  const { row } = found
  if (found.sealed) {
    // A crash came before the removal. Once its key is destroyed, the file must not stay readable here.
    const { id: blobId, key } = found.sealed
    if (key) await assertReadable(blobs, { id: blobId, key }, row)
  } else {
    const content = await readClearFile(config.dataDir, keyOf(kind, id))
    if (!content) return 'sealed' // another server was first
    if (sha256Of(content) !== row.sha256) return 'changed'
    const blob = { id: randomUUID(), key: found.key.key }
    await blobs.write(blob, Readable.from([content]))
    await assertReadable(blobs, blob, row)
    const named = { blobId: blob.id, keyId: found.key.id }
    const isNamed = await db.transaction(system, (tx) => setBlob(tx, kind, id, named))
    if (!isNamed) await blobs.remove(blob.id, content.length) // another server was first
  }
  await removeClearFile(config.dataDir, keyOf(kind, id))
  return 'sealed'
}

/** Reads a blob whole. Throws if it is not the file that its row describes. */
async function assertReadable(blobs: Blobs, blob: SealedBlob, row: KeptFile): Promise<void> {
  const hash = createHash('sha256')
  for await (const part of blobs.read(blob, Number(row.bytes))) hash.update(part)
  if (hash.digest('hex') !== row.sha256)
    throw new Error(`Blob ${blob.id} is not what the row of file ${row.id} describes.`)
}

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')
