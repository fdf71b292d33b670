import { type ConnectionSecret, connectionSecret } from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { decryptField } from '../../platform/security/field-encryption.ts'
import type { ConnectionRow } from './connection-queries.ts'
import { secretPlace } from './secrets.ts'

/** Returns what opens a connection. Throws if its data key is gone. */
export async function openSecret(
  tx: Tx,
  secrets: Platform['secrets'],
  { id, organization, secret_sealed }: ConnectionRow,
): Promise<ConnectionSecret> {
  const opened = await decryptField(tx, secrets, organization, secretPlace(id), secret_sealed)
  return connectionSecret.parse(JSON.parse(opened))
}
