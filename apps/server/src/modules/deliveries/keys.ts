/** The data keys of originals and of delivered files, wrapped by the master secret until they are destroyed. */
import { asSystem, type Tx } from '../../platform/db.ts'
import { newKey, unwrapKey, wrapKey } from '../../platform/sealing.ts'
import type { Secrets } from '../../platform/secrets.ts'
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

/** Makes an upload's key, in the transaction that enters the upload. */
export async function makeOriginalKey(
  tx: Tx,
  secrets: Secrets,
  of: { deliveryId: string; uploadId: string },
): Promise<void> {
  await asSystem(tx, () => make(tx, secrets, of.deliveryId, of.uploadId))
}

/** Null when it is destroyed: nobody can open the original again. Run as the system. */
export async function openOriginalKey(
  tx: Tx,
  secrets: Secrets,
  uploadId: string,
): Promise<Buffer | null> {
  const row = await findOriginalKey(tx, uploadId)
  return row?.wrapped_key ? unwrap(secrets, row, row.wrapped_key) : null
}

export type FilesKey = { id: string; key: Buffer }

/** The one key of a delivery's own files; made when it is first asked for. Run as the system. */
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

/** Wraps every key anew, for another master secret or, with the same one, under its next key. */
export async function rewrapDeliveryKeys(tx: Tx, from: Secrets, to: Secrets): Promise<number> {
  return await asSystem(tx, async () => {
    const rows = await listKeysLocked(tx)
    const wrapping = (await newestWrapping(tx)) + 1
    for (const row of rows) {
      const key = unwrap(from, row, row.wrapped_key!)
      await setWrapped(tx, row.id, { wrapping, wrapped_key: wrap(to, { ...row, wrapping }, key) })
    }
    return rows.length
  })
}

/** Null when somebody else has made the same key in the meantime. */
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
