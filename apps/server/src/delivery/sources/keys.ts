/** The key of a vendor's row hashes: no other vendor has it, and it leaves the platform for the engine's process alone. */
import type { Tx } from '../../platform/database/db.ts'
import { newKey } from '../../platform/security/envelope-encryption.ts'
import { decryptField, encryptField } from '../../platform/security/field-encryption.ts'
import type { Secrets } from '../../platform/security/secrets.ts'

const placeOf = (vendor: string) => `app.source_keys.sealed_key:${vendor}`

/** Returns 32 bytes, created on first use, sealed under the vendor's data key. Requires the system role. */
export async function openPrintKey(tx: Tx, secrets: Secrets, vendor: string): Promise<Buffer> {
  const sealed = (await findSealed(tx, vendor)) ?? (await make(tx, secrets, vendor))
  const key = await decryptField(tx, secrets, vendor, placeOf(vendor), sealed)
  return Buffer.from(key, 'base64url')
}

/** Destroys a vendor's key: what was hashed with it is recognized no more. Requires the system role. */
export async function destroyPrintKey(tx: Tx, vendor: string): Promise<void> {
  await tx.deleteFrom('app.source_keys').where('vendor', '=', vendor).execute()
}

/** Creates the key. If two transactions do so at once, the later one uses the earlier's. */
async function make(tx: Tx, secrets: Secrets, vendor: string): Promise<string> {
  const key = newKey().toString('base64url')
  const sealed_key = await encryptField(tx, secrets, vendor, placeOf(vendor), key)
  await tx
    .insertInto('app.source_keys')
    .values({ vendor, sealed_key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const sealed = await findSealed(tx, vendor)
  if (!sealed) throw new Error('A key of row hashes was destroyed while it was made.')
  return sealed
}

async function findSealed(tx: Tx, vendor: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('app.source_keys')
    .select('sealed_key')
    .where('vendor', '=', vendor)
    .executeTakeFirst()
  return found?.sealed_key
}
