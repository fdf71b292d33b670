/**
 * Destroys originals: the key in the transaction that ended the original, with its record in the
 * audit log. A job then removes the sealed bytes, which can no longer be opened.
 */

import { system, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { enqueue } from '../../../platform/process/jobs.ts'
import { audit } from '../../../platform/security/audit.ts'
import { record } from '../../../platform/transparency/record.ts'
import { settleBudget } from '../../sources/service.ts'
import {
  listEndedOriginals,
  listExpired,
  listOriginals,
  setUploadsRemoved,
  type UploadRow,
} from '../files/upload-queries.ts'
import { subjectOf } from '../measurement.ts'
import { destroyKeys } from './key-queries.ts'

/** Limits the storage time of an upload that is not submitted, from its creation. */
export const UPLOAD_LIFETIME_MS = 48 * 3_600_000

type Why =
  | 'delivered'
  | 'refused'
  | 'cancelled'
  | 'removed'
  | 'expired'
  | 'contract_over'
  | 'restored'
  | 'given_up'

export type Destruction = {
  at: Date
  files: { sha256: string | null; bytes: bigint }[]
}

/** Names the row of the audit log that records a destruction. */
export const destructionRecord = (deliveryId: string | null) =>
  ({ action: 'original_key.destroy', object: `delivery:${deliveryId}` }) as const

/** Destroys all originals of a delivery with their keys. Call as the system. */
export async function destroyOriginals(tx: Tx, deliveryId: string, why: Why): Promise<Destruction> {
  return await destroyUploads(tx, await listOriginals(tx, deliveryId), why)
}

/** Destroys some originals of one delivery with their keys. Call as the system. */
export async function destroyUploads(tx: Tx, uploads: UploadRow[], why: Why): Promise<Destruction> {
  const at = new Date()
  const files = uploads.map(({ sha256, bytes }) => ({ sha256, bytes }))
  const [first] = uploads
  if (!first) return { at, files }
  // Without its originals nothing more is measured.
  if (first.delivery_id) await settleBudget(tx, subjectOf(first.delivery_id))
  const ids = uploads.map(({ id }) => id)
  await setUploadsRemoved(tx, ids, at)
  const keys = await destroyKeys(tx, ids, at)
  await audit(tx, {
    actor: 'system',
    ...destructionRecord(first.delivery_id),
    detail: { contract: first.contract_id, why, keys, upload: ids.length === 1 ? first.id : null },
  })
  record(tx, {
    type: 'original.destroyed',
    audience: why === 'delivered' ? 'both' : 'vendor',
    deal: first.contract_id,
    vendor: first.organization,
    body: { delivery: first.delivery_id, at, why, method: 'key_deleted', files },
  })
  const erased = uploads.map(({ id, bytes }) => ({ id, bytes: Number(bytes) }))
  await enqueue(tx, 'blob.erase', { blobs: erased })
  return { at, files }
}

/** Destroys uploads that were not submitted in time, and the originals of contracts that are over. */
export async function expireUploads({ db }: Platform): Promise<void> {
  await db.transaction(system, async (tx) => {
    const expired = await listExpired(tx, new Date(Date.now() - UPLOAD_LIFETIME_MS))
    await destroyEach(tx, expired, 'expired')
    await destroyEach(tx, await listEndedOriginals(tx), 'contract_over')
  })
}

async function destroyEach(tx: Tx, uploads: UploadRow[], why: Why): Promise<void> {
  for (const some of Map.groupBy(uploads, ({ delivery_id }) => delivery_id).values())
    await destroyUploads(tx, some, why)
}
