/** Words of certificates of deliveries that were measured through a connection: who held what, and what is known of it. */
import { z } from 'zod'

/** Lists how a source shows that what was counted and what was compared are the same rows. */
export const connectedStates = ['one_snapshot', 'equal_checksums', 'same_bytes'] as const
export type ConnectedState = (typeof connectedStates)[number]

/** Parses the claim of a certificate about data that was read through a connection of its vendor's. */
export const certifiedConnection = z.object({
  /** When the run began that the rows were measured by. */
  at: z.iso.datetime(),
  kind: z.enum(['postgres', 'trino', 's3']),
  tables: z.number().int(),
  state: z.enum(connectedStates),
  /** Says who held the original. */
  held: z.string(),
  /** Says why all figures are of the same rows, as far as that can be known. */
  sameRows: z.string(),
  notKnown: z.string(),
})
export type CertifiedConnection = z.infer<typeof certifiedConnection>

/** States who held the original of a warehouse. */
export const warehouseHeld =
  'Semblance read the vendor’s warehouse through a read-only transaction and never stored the original. Counts were made in the warehouse. A random sample of the rows, of which small tables have all, came to Semblance for the evaluation, lay in the directory of the run alone, and was removed with it.'

/** States who held the original of a bucket. */
export const bucketHeld =
  'Semblance read the vendor’s files from the vendor’s bucket into the directory of the run, where they were counted, and removed them with it. It did not store them.'

/** States of each kind of source why all figures are of the same rows. */
export const sameRowsTexts: Record<ConnectedState, string> = {
  one_snapshot:
    'All counts and the sample are of one snapshot of the database, which one transaction saw throughout. What a view or a partition takes from another server (a foreign table) is in no snapshot, and Semblance cannot tell if there was any.',
  equal_checksums:
    'Number and checksum of all rows were equal before the sample and after the last count. A change that was undone in between would not show.',
  same_bytes: 'All figures are of files with the SHA-256 hashes that this certificate states.',
}

/** States what a reader cannot conclude. */
export const connectedLimits =
  'Semblance cannot tell whether the source is what the contract describes, whether the vendor changed it before or after, or who else has a copy. It does not know a table again under another name of its server, or as another view. Of a warehouse, no hash of the original is known.'

/** Stands in place of the destruction of originals, for the parties. */
export const nothingStoredStatement =
  'The original was read where it is and not stored by Semblance, so that there was nothing to destroy but what the run had read for itself, which was removed with the run.'

/** States what is kept of what was read. */
export const connectedHashesStatement =
  'Semblance keeps the names of tables and columns, as the twin has them; under which connection and when they were read; of files of a bucket their size and SHA-256; under a key of the vendor’s own that it holds, hashes of the places of tables and of rows that it read, by which it knows the same data again; and the model that was measured: noisy counts, sealed, at the privacy level that this certificate states. Names of schemas and paths of files were removed with this certificate; backups of Semblance’s database may have them until they expire.'

/** States that what was read may have been on a disk. */
export const sampleOnDiskStatement =
  'While the run lasted, what it had read was in the clear in a directory that is not known to be in memory. Nothing is claimed about traces of it there.'
