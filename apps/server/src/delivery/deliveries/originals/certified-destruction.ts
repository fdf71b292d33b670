import {
  clearStatement,
  destructionStatements,
  hashesStatement,
  modelStatement,
} from '@semblance/contract'
import type { Tx } from '../../../platform/database/db.ts'
import { claimOf, type Destroyed, destructionRecord } from '../../destructions/service.ts'
import { listUploads } from '../files/upload-queries.ts'

/** Returns what a certificate states of the uploaded originals of a delivery, and of the destruction of their keys. Requires the system role. */
export async function certifyDestruction(
  tx: Tx,
  deliveryId: string,
  { destroyed, now }: { destroyed: Destroyed[]; now: Date },
) {
  const originals = await listUploads(
    tx,
    destroyed.map((original) => original.id),
  )
  const claim = claimOf(destroyed)
  // Servers that wrapped keys in the database do not record where they decrypted.
  const mayBeOnDisk = claim.keyStore === 'database' || originals.some((one) => one.was_on_disk)
  const statement = [
    destructionStatements[claim.method],
    ...(mayBeOnDisk ? [clearStatement] : []),
    hashesStatement,
    modelStatement,
  ].join(' ')
  const record = destructionRecord({ deliveryId })
  return { originals, destruction: { at: now, ...claim, statement, record } }
}
