/** Deliveries that are read through a connection: how one begins, and what its parties see of it. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { maxConnectedObjects } from './connections.ts'

/** Parses what a delivery reads, as its vendor sees it. */
export const connectedDelivery = z.object({
  /** Null once the connection is removed. */
  connectionId: z.uuid().nullable(),
  name: z.string(),
  kind: z.enum(['postgres', 'trino', 's3']),
  objects: z.array(z.string()),
  /** Set while the source does not answer: why, in a sentence. */
  awayReason: z.string().nullable(),
})

/** Begins a delivery; its output is that of all deliveries. */
export const connectDelivery = oc
  .route({
    method: 'POST',
    path: '/contracts/{contractId}/delivery/connection',
    summary:
      'Choose tables of a connection in place of files, and have them read for the review (vendor)',
  })
  .input(
    z.object({
      contractId: z.string().max(40),
      connectionId: z.uuid(),
      /** Tables as `schema.table`, or names of objects of a bucket. */
      objects: z
        .array(z.string().min(1).max(1024))
        .min(1, 'Choose at least one table.')
        .max(maxConnectedObjects, `Choose at most ${maxConnectedObjects} tables.`),
      notes: z.string().trim().max(2000).optional(),
    }),
  )
