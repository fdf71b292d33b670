/** The data keys of attachments, evidence and documents: one per conversation, contract and document, wrapped by the master secret. */
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { newKey, unwrapKey, wrapKey } from '../../platform/security/envelope-encryption.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import {
  findKey,
  findLiveKey,
  insertKey,
  type KeyOwner,
  listKeysLocked,
  newestWrapping,
  setWrapped,
} from './key-queries.ts'

export type BlobKey = { id: string; key: Buffer }

/** Returns the key of a conversation's or contract's files, created on first use. */
export async function blobKeyOf(tx: Tx, secrets: Secrets, owner: KeyOwner): Promise<BlobKey> {
  return await withSystemRole(tx, async () => {
    const row = (await findLiveKey(tx, owner)) ?? (await makeKey(tx, secrets, owner))
    return { id: row.id, key: unwrap(secrets, row, row.wrapped_key) }
  })
}

/** Stores the key that a document was sealed with; returns its ID. */
export async function keepDocumentKey(
  tx: Tx,
  secrets: Secrets,
  { documentId, key }: { documentId: string; key: Buffer },
): Promise<string> {
  const owner: KeyOwner = { kind: 'document', id: documentId }
  return await withSystemRole(tx, async () => (await makeKey(tx, secrets, owner, key)).id)
}

/** Returns a key by its ID. Null if it is destroyed. */
export async function openBlobKey(tx: Tx, secrets: Secrets, id: string): Promise<Buffer | null> {
  const row = await withSystemRole(tx, () => findKey(tx, id))
  return row?.wrapped_key ? unwrap(secrets, row, row.wrapped_key) : null
}

/**
 * Rewraps every key for another master secret or, with the same one, under its next key. Returns
 * their number.
 */
export async function rewrapBlobKeys(tx: Tx, from: Secrets, to: Secrets): Promise<number> {
  return await withSystemRole(tx, async () => {
    const rows = await listKeysLocked(tx)
    const wrapping = (await newestWrapping(tx)) + 1
    for (const row of rows) {
      const key = unwrap(from, row, row.wrapped_key)
      await setWrapped(tx, row.id, { wrapping, wrapped_key: wrap(to, { ...row, wrapping }, key) })
    }
    return rows.length
  })
}

/** Creates a key. If two transactions do so at once, the later one uses the earlier's. */
async function makeKey(tx: Tx, secrets: Secrets, owner: KeyOwner, key = newKey()) {
  const wrapping = await newestWrapping(tx)
  const name = { owner_kind: owner.kind, owner_id: owner.id, wrapping }
  await insertKey(tx, { ...name, wrapped_key: wrap(secrets, name, key) })
  const row = await findLiveKey(tx, owner)
  if (!row) throw new Error('The key was destroyed while it was made.')
  return row
}

type KeyName = { owner_kind: string; owner_id: string; wrapping: number }

const wrap = (secrets: Secrets, name: KeyName, key: Buffer) =>
  wrapKey(secrets, name.wrapping, place(name), key)

const unwrap = (secrets: Secrets, name: KeyName, wrapped: string) =>
  unwrapKey(secrets, name.wrapping, place(name), wrapped)

const place = ({ owner_kind, owner_id }: KeyName) => ['blob-key', owner_kind, owner_id]
