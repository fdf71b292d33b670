/** Stored content and the rows that name it: what a backup keeps, and what is missing. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listContent } from '../../core/attachments/service.ts'
import { listDocumentContent } from '../../core/documents/service.ts'
import { type Database, system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { CHUNK_BYTES, openBlobs } from '../../platform/storage/blobs.ts'
import { clearFileBytes } from '../../platform/storage/clear-files.ts'
import { listFileContent, listModelContent } from '../deliveries/service.ts'
import { listModelContent as listMeasuredContent } from '../models/service.ts'
import { blobStore, kinds } from './stores.ts'
import { inBatches } from './sweep.ts'

type Place = { config: Platform['config']; db: Database }

/**
 * Lists the files on disk that a backup keeps, as paths in the data directory: those that a row
 * names, without originals and samples, which no backup may bring back.
 */
export async function* listKeptFiles({ config, db }: Place): AsyncGenerator<string> {
  const { list, listKept } = blobStore({ config })
  if (!config.s3)
    for await (const batch of inBatches(list())) {
      const ids = batch.map(({ id }) => id)
      const kept = new Set(await db.transaction(system, (tx) => listKept(tx, ids)))
      for (const id of ids) if (kept.has(id)) yield* listFilesAt(config.dataDir, `blobs/${id}`)
    }
  for (const { content } of await db.transaction(system, listNamedContent))
    for (const { id, isSealed } of content) if (!isSealed) yield* listFilesAt(config.dataDir, id)
}

type NamedContent = { owner: string; content: { id: string; bytes: number; isSealed: boolean }[] }

/**
 * Lists the content that rows name, by kind of owner: blobs, and from older servers files in the
 * clear, whose ID is a path in the data directory.
 */
async function listNamedContent(tx: Tx): Promise<NamedContent[]> {
  const named = [
    { owner: 'files of deliveries', content: await listFileContent(tx) },
    {
      owner: 'models of deliveries',
      content: [...(await listModelContent(tx)), ...(await listMeasuredContent(tx))],
    },
  ]
  named.push({ owner: 'documents', content: await listDocumentContent(tx) })
  for (const kind of kinds) named.push({ owner: kind.name, content: await listContent(tx, kind) })
  return named
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
  const compared: MissingContent[] = []
  for (const { owner, content } of await db.transaction(system, listNamedContent)) {
    const missing: string[] = []
    for (const { id, bytes, isSealed } of content) {
      const isStored = isSealed
        ? holds(blobs, { id, bytes })
        : (await clearFileBytes(config.dataDir, id)) === bytes
      if (!isStored) missing.push(id)
    }
    compared.push({ owner, count: content.length, missing })
  }
  return compared
}

/** A store knows the number of a blob's chunks, not its length. */
const holds = (blobs: Map<string, number>, { id, bytes }: { id: string; bytes: number }) =>
  (blobs.get(id) ?? -1) >= Math.max(1, Math.ceil(bytes / CHUNK_BYTES)) * CHUNK_BYTES ||
  (bytes === 0 && !blobs.has(id))
