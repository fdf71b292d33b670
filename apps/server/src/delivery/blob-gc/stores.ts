/** Lists stored content that database rows name, sealed or not. */
import { z } from 'zod'
import { listStoredKeys } from '../../core/attachments/service.ts'
import { messageFiles } from '../../market/negotiation/service.ts'
import { evidence } from '../../money/disputes/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { listStored, listStoredFiles } from '../deliveries/service.ts'
import { listStoredSamples } from '../previews/service.ts'

export type Store = {
  name: string
  /** All that is there, whether a row names it or not. */
  list: () => AsyncGenerator<Stored>
  /** Returns the IDs that a row names. Call as the system. */
  listNamed: (tx: Tx, ids: string[]) => Promise<string[]>
  /** Returns the IDs that a backup keeps: named by a row, and no original. Call as the system. */
  listKept: (tx: Tx, ids: string[]) => Promise<string[]>
  /** Returns where the disk has it, as a path in the data directory. */
  pathOf: (id: string) => string
}

export type Stored = { id: string; writtenAt: Date; remove: () => Promise<void> }

/** Returns the store of uploads, samples and files of deliveries. */
export function blobStore({ config }: Pick<Platform, 'config'>): Store {
  const blobs = openBlobs(config)
  return {
    name: 'blobs',
    list: async function* () {
      for await (const { id, bytes, writtenAt } of blobs.list())
        yield { id, writtenAt, remove: () => blobs.remove(id, bytes) }
    },
    listNamed: async (tx, ids) => [
      ...(await listStored(tx, ids)),
      ...(await listStoredSamples(tx, ids)),
    ],
    listKept: listStoredFiles,
    pathOf: (id) => `blobs/${id}`,
  }
}

/** Lists the kinds of files that people send each other. */
export const kinds = [messageFiles, evidence]

/** Returns the store of files of messages and statements. */
export function attachmentStore({ config }: Pick<Platform, 'config'>): Store {
  const storage = openStorage(config.dataDir)
  const listNamed = async (tx: Tx, keys: string[]) => {
    const ids = keys.map(fileIdOf)
    const named = []
    for (const kind of kinds) named.push(...(await listStoredKeys(tx, kind, ids)))
    return named
  }
  return {
    name: 'attachments',
    list: async function* () {
      for (const { name } of kinds)
        for await (const { key, writtenAt } of storage.list(name))
          if (isOwned(key)) yield { id: key, writtenAt, remove: () => storage.remove(key) }
    },
    listNamed,
    listKept: listNamed, // what people send each other is no original
    pathOf: (key) => key,
  }
}

const fileIdOf = (key: string) => key.slice(key.indexOf('/') + 1)
const isOwned = (key: string) => z.uuid().safeParse(fileIdOf(key)).success
