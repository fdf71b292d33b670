/** Stored content and the rows that name it: what a backup keeps, and what is missing. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listAllKeys } from '../../core/attachments/service.ts'
import { type Database, system } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { CHUNK_BYTES, openBlobs } from '../../platform/storage/blobs.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { type FileContent, listFileContent } from '../deliveries/service.ts'
import { attachmentStore, blobStore, kinds, type Store } from './stores.ts'
import { inBatches } from './sweep.ts'

type Place = { config: Platform['config']; db: Database }

/**
 * Lists the files on disk that a backup keeps, as paths in the data directory: those that a row
 * names, without originals and samples, which no backup may bring back.
 */
export async function* listKeptFiles({ config, db }: Place): AsyncGenerator<string> {
  const stores: Store[] = [attachmentStore({ config })]
  if (!config.s3) stores.push(blobStore({ config }))
  for (const { list, listKept, pathOf } of stores)
    for await (const batch of inBatches(list())) {
      const ids = batch.map(({ id }) => id)
      const kept = new Set(await db.transaction(system, (tx) => listKept(tx, ids)))
      for (const id of ids) if (kept.has(id)) yield* listFilesAt(config.dataDir, pathOf(id))
    }
  for (const { id, isSealed } of await db.transaction(system, listFileContent))
    if (!isSealed) yield* listFilesAt(config.dataDir, id)
}

/** Yields a file itself, or the files of a directory. Yields nothing if it is gone. */
async function* listFilesAt(dataDir: string, path: string): AsyncGenerator<string> {
  const found = await stat(join(dataDir, path)).catch(() => null)
  if (found?.isFile()) yield path
  if (!found?.isDirectory()) return
  for (const name of await readdir(join(dataDir, path)))
    if (!name.startsWith('.')) yield `${path}/${name}` // a dot begins what is being written
}

export type MissingContent = { owner: string; count: number; missing: string[] }

/**
 * Compares rows with stored content. Returns for each kind of owner how many rows name content, and
 * the IDs of content that is missing or shorter than its row says. Originals and samples are not
 * compared: no backup has them.
 */
export async function findMissingContent({ config, db }: Place): Promise<MissingContent[]> {
  const blobs = new Map<string, number>()
  for await (const { id, bytes } of openBlobs(config).list()) blobs.set(id, bytes)
  const files = new Set<string>()
  for await (const { id } of attachmentStore({ config }).list()) files.add(id)
  const storage = openStorage(config.dataDir)
  const isStored = async (file: FileContent) =>
    file.isSealed ? holds(blobs, file) : (await storage.bytes(file.id)) === file.bytes
  return await db.transaction(system, async (tx) => {
    const delivered = await listFileContent(tx)
    const missing: string[] = []
    for (const file of delivered) if (!(await isStored(file))) missing.push(file.id)
    const compared: MissingContent[] = [
      { owner: 'files of deliveries', count: delivered.length, missing },
    ]
    for (const kind of kinds) {
      const keys = await listAllKeys(tx, kind)
      const missing = keys.filter((key) => !files.has(key))
      compared.push({ owner: kind.name, count: keys.length, missing })
    }
    return compared
  })
}

/** A store knows the number of a blob's chunks, not its length. */
const holds = (blobs: Map<string, number>, { id, bytes }: FileContent) =>
  (blobs.get(id) ?? -1) >= Math.max(1, Math.ceil(bytes / CHUNK_BYTES)) * CHUNK_BYTES ||
  (bytes === 0 && !blobs.has(id))
