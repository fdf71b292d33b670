/** Lists stored blobs, and the rows that name them. */
import { listNamedBlobs } from '../../core/attachments/service.ts'
import { listDocumentBlobs } from '../../core/documents/service.ts'
import { messageFiles } from '../../market/negotiation/service.ts'
import { evidence } from '../../money/disputes/service.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { listStored, listStoredFiles, listStoredModels } from '../deliveries/service.ts'
import { listStoredModels as listMeasuredModels } from '../models/service.ts'
import { listStoredSamples } from '../previews/service.ts'

export type Store = {
  name: string
  /** All that is there, whether a row names it or not. */
  list: () => AsyncGenerator<Stored>
  /** Returns the IDs that a row names. Call as the system. */
  listNamed: (tx: Tx, ids: string[]) => Promise<string[]>
  /** Returns the IDs that a backup keeps: named by a row, and no original. Call as the system. */
  listKept: (tx: Tx, ids: string[]) => Promise<string[]>
}

export type Stored = { id: string; writtenAt: Date; remove: () => Promise<void> }

/** Lists the kinds of files that people send each other. */
export const kinds = [messageFiles, evidence]

/** Returns the store of uploads, samples, files and models of deliveries, attachments, evidence and documents. */
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
      ...(await listStoredModels(tx, ids)),
      ...(await listMeasuredModels(tx, ids)),
      ...(await listStoredSamples(tx, ids)),
      ...(await listSent(tx, ids)),
    ],
    listKept: async (tx, ids) => [
      ...(await listStoredFiles(tx, ids)),
      ...(await listStoredModels(tx, ids)),
      ...(await listMeasuredModels(tx, ids)),
      ...(await listSent(tx, ids)), // what people send each other is no original
    ],
  }
}

async function listSent(tx: Tx, blobIds: string[]): Promise<string[]> {
  const named = await listDocumentBlobs(tx, blobIds)
  for (const kind of kinds) named.push(...(await listNamedBlobs(tx, kind, blobIds)))
  return named
}
