/** Connections to warehouses and buckets of vendors. */
import type { Tx } from '../../platform/database/db.ts'
import { deleteConnections } from './connection-queries.ts'

export { ConnectionError, guardOf, warehouseOf } from './connecting.ts'
export { type ConnectionRow, findConnection, lockConnection } from './connection-queries.ts'
export { openSecret } from './open-secret.ts'
export { bucketOf, fetchObject } from './s3-bucket.ts'
export { isPlainKey } from './s3-listing.ts'

/** Deletes the connections of these organizations. Requires the system role. */
export const deleteConnectionsOf = (tx: Tx, organizations: string[]) =>
  deleteConnections(tx, { organizations })
