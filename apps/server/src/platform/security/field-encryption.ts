/**
 * Implements envelope encryption: each organization's data key seals its values, and the
 * key-encryption key of the master secret wraps the data keys. A new master secret rewraps keys and
 * leaves values unchanged. Destroying a data key erases all values it sealed; a backup of the
 * database from before still holds the key.
 */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { type Tx, withSystemRole } from '../database/db.ts'
import { encrypt, newKey, open, unwrapKey, wrapKey } from './envelope-encryption.ts'
import type { Secrets } from './secrets.ts'

/**
 * Seals a value for one place, `table.column:row`, of one organization. The text carries the data
 * key's version, and opens nowhere else.
 */
export async function encryptField(
  tx: Tx,
  secrets: Secrets,
  organization: string,
  place: string,
  plain: string,
): Promise<string> {
  const { version, key } = await liveKey(tx, secrets, organization)
  const sealed = encrypt(key, [place, organization, version], Buffer.from(plain))
  return `${version}.${sealed.toString('base64url')}`
}

/** Throws when the text was altered or moved, and when its data key is destroyed. */
export async function decryptField(
  tx: Tx,
  secrets: Secrets,
  organization: string,
  place: string,
  sealed: string,
): Promise<string> {
  const [version, body] = splitVersion(sealed)
  const row = await withSystemRole(tx, () => findKey(tx, organization, version))
  if (!row?.wrapped_key) throw new Error(`The data key that sealed ${place} is gone.`)
  const key = unwrap(secrets, row, row.wrapped_key)
  return open(key, [place, organization, version], body).toString()
}

/**
 * Returns the same fingerprint for the same text, and reveals nothing else about it. A new master
 * secret gives other fingerprints.
 */
export const fingerprint = (secrets: Secrets, purpose: string, text: string): string =>
  createHmac('sha256', secrets.key(`vault.fingerprint:${purpose}`))
    .update(text)
    .digest('base64url')

/**
 * Rewraps every data key for another master secret or, with the same one, under its next key.
 * Returns their number.
 */
export async function rewrapDataKeys(tx: Tx, from: Secrets, to: Secrets): Promise<number> {
  return await withSystemRole(tx, async () => {
    await sql`lock table app.data_keys in share row exclusive mode`.execute(tx)
    const wrapping = (await currentWrapping(tx)) + 1
    const rows = await tx.selectFrom('app.data_keys').selectAll().execute()
    for (const row of rows) {
      if (!row.wrapped_key) continue
      const key = unwrap(from, row, row.wrapped_key)
      await tx
        .updateTable('app.data_keys')
        .set({ wrapped_key: wrap(to, { ...row, wrapping }, key), wrapping })
        .where('organization', '=', row.organization)
        .where('version', '=', row.version)
        .execute()
    }
    return rows.length
  })
}

/**
 * Destroys the organization's data keys permanently. Values sealed with them so far can no longer
 * be opened.
 */
export async function destroyDataKeys(tx: Tx, organization: string): Promise<void> {
  await withSystemRole(tx, () =>
    tx
      .updateTable('app.data_keys')
      .set({ wrapped_key: null, destroyed_at: sql`now()` })
      .where('organization', '=', organization)
      .where('wrapped_key', 'is not', null)
      .execute(),
  )
}

type KeyName = { organization: string; version: number; wrapping: number }

async function liveKey(tx: Tx, secrets: Secrets, organization: string) {
  return await withSystemRole(tx, async () => {
    const row = (await findLiveKey(tx, organization)) ?? (await makeKey(tx, secrets, organization))
    return { version: row.version, key: unwrap(secrets, row, row.wrapped_key!) }
  })
}

/**
 * Creates an organization's data key. If two transactions do so at once, the later one uses the
 * earlier's key.
 */
async function makeKey(tx: Tx, secrets: Secrets, organization: string) {
  const { last } = await tx
    .selectFrom('app.data_keys')
    .select((row) => row.fn.coalesce(row.fn.max('version'), sql<number>`0`).as('last'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  const name = { organization, version: last + 1, wrapping: await currentWrapping(tx) }
  await tx
    .insertInto('app.data_keys')
    .values({ ...name, wrapped_key: wrap(secrets, name, newKey()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await findLiveKey(tx, organization)
  if (!row) throw new Error('The data key was destroyed while a value was being sealed.')
  return row
}

async function findLiveKey(tx: Tx, organization: string) {
  return await tx
    .selectFrom('app.data_keys')
    .selectAll()
    .where('organization', '=', organization)
    .where('wrapped_key', 'is not', null)
    .executeTakeFirst()
}

async function findKey(tx: Tx, organization: string, version: number) {
  return await tx
    .selectFrom('app.data_keys')
    .selectAll()
    .where('organization', '=', organization)
    .where('version', '=', version)
    .executeTakeFirst()
}

async function currentWrapping(tx: Tx): Promise<number> {
  const { wrapping } = await tx
    .selectFrom('app.data_keys')
    .select((row) => row.fn.coalesce(row.fn.max('wrapping'), sql<number>`1`).as('wrapping'))
    .executeTakeFirstOrThrow()
  return wrapping
}

const wrap = (secrets: Secrets, name: KeyName, key: Buffer) =>
  wrapKey(secrets, name.wrapping, ['data-key', name.organization, name.version], key)

const unwrap = (secrets: Secrets, name: KeyName, wrapped: string) =>
  unwrapKey(secrets, name.wrapping, ['data-key', name.organization, name.version], wrapped)

function splitVersion(sealed: string): [version: number, body: Buffer] {
  const match = /^(\d{1,9})\.([\w-]+)$/.exec(sealed)
  if (!match) throw new Error('This is no sealed text.')
  return [Number(match[1]), Buffer.from(match[2]!, 'base64url')]
}
