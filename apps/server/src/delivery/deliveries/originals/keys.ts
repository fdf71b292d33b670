/**
 * The data keys of originals, derived from keys outside the database, and of delivered files, wrapped by
 * the master secret. Originals of earlier releases have wrapped keys, too, until they end.
 */
import { system, type Tx, withSystemRole } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { newKey, unwrapKey, wrapKey } from '../../../platform/security/envelope-encryption.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { deriveKey, makeKey, mustWrapKeys } from '../../destructions/service.ts'
import { findUpload } from '../files/upload-queries.ts'
import {
  findFilesKey,
  findKey,
  findOriginalKey,
  insertKey,
  type KeyRow,
  listKeysLocked,
  newestWrapping,
  setWrapped,
} from './key-queries.ts'

/**
 * Wraps an upload's key in the database while a server runs that finds no other, in the transaction that
 * enters the upload. All others get theirs with their first bytes.
 */
export async function wrapOriginalKey(
  tx: Tx,
  secrets: Secrets,
  of: { deliveryId: string; uploadId: string },
): Promise<void> {
  if (!(await mustWrapKeys(tx))) return
  await withSystemRole(tx, () => make(tx, secrets, of.deliveryId, of.uploadId))
}

type KeyPlace = Pick<Platform, 'config' | 'db' | 'secrets'>

/**
 * Returns the data key of an original. Null if the original has ended: from then on it is not opened,
 * also while its key is still to be destroyed. Call outside transactions.
 */
export async function openOriginalKey(place: KeyPlace, uploadId: string): Promise<Buffer | null> {
  const found = await findWrapped(place, uploadId)
  if (!found) return null
  return found.key ?? (await deriveKey(place, uploadId))
}

/** Returns the data key of an upload that may have none yet. Null if the upload has ended. */
export async function openUploadKey(place: KeyPlace, uploadId: string): Promise<Buffer | null> {
  const found = await findWrapped(place, uploadId)
  if (!found) return null
  if (found.key) return found.key
  if (found.isNew) await makeKey(place, uploadId)
  return await deriveKey(place, uploadId)
}

/** Returns an open upload's wrapped key, null if it has none in the database. Null if the upload has ended. */
async function findWrapped({ db, secrets }: KeyPlace, uploadId: string) {
  return await db.transaction(system, async (tx) => {
    const upload = await findUpload(tx, uploadId)
    if (upload?.state !== 'open') return null
    const row = await findOriginalKey(tx, uploadId)
    if (row && !row.wrapped_key) return null
    const key = row?.wrapped_key ? unwrap(secrets, row, row.wrapped_key) : null
    return { key, isNew: upload.received === 0n }
  })
}

export type FilesKey = { id: string; key: Buffer }

/** Returns the one key of a delivery's own files, created on first use. Requires the system role. */
export async function filesKey(tx: Tx, secrets: Secrets, deliveryId: string): Promise<FilesKey> {
  const row =
    (await findFilesKey(tx, deliveryId)) ??
    (await make(tx, secrets, deliveryId, null)) ??
    (await findFilesKey(tx, deliveryId))
  return { id: row!.id, key: unwrap(secrets, row!, row!.wrapped_key!) }
}

/** Run as the system; throws when the key is gone. */
export async function openFilesKey(tx: Tx, secrets: Secrets, id: string): Promise<Buffer> {
  const row = await findKey(tx, id)
  if (!row?.wrapped_key) throw new Error(`Key ${id} is gone.`)
  return unwrap(secrets, row, row.wrapped_key)
}

/**
 * Rewraps every key for another master secret or, with the same one, under its next key. Returns
 * their number.
 */
export async function rewrapDeliveryKeys(tx: Tx, from: Secrets, to: Secrets): Promise<number> {
  return await withSystemRole(tx, async () => {
    const rows = await listKeysLocked(tx)
    const wrapping = (await newestWrapping(tx)) + 1
    for (const row of rows) {
      const key = unwrap(from, row, row.wrapped_key!)
      await setWrapped(tx, row.id, { wrapping, wrapped_key: wrap(to, { ...row, wrapping }, key) })
    }
    return rows.length
  })
}

/** Creates a key. Null if another process has created the same one in the meantime. */
async function make(
  tx: Tx,
  secrets: Secrets,
  delivery_id: string,
  upload_id: string | null,
): Promise<KeyRow | null> {
  const name = { delivery_id, upload_id, wrapping: await newestWrapping(tx) }
  return await insertKey(tx, { ...name, wrapped_key: wrap(secrets, name, newKey()) })
}

type KeyName = Pick<KeyRow, 'delivery_id' | 'upload_id' | 'wrapping'>

const wrap = (secrets: Secrets, name: KeyName, key: Buffer) =>
  wrapKey(secrets, name.wrapping, place(name), key)

const unwrap = (secrets: Secrets, name: KeyName, wrapped: string) =>
  unwrapKey(secrets, name.wrapping, place(name), wrapped)

const place = ({ delivery_id, upload_id }: KeyName) => [
  'delivery-key',
  delivery_id,
  upload_id ?? '',
]
