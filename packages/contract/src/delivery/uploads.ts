/** The files of a delivery on their way in. */
import { z } from 'zod'

/** Limits one uploaded file, in bytes. */
export const maxUploadBytes = 10 * 1024 ** 3

/** Limits the files of one delivery. */
export const maxDeliveryFiles = 200

/** Limits the unfinished uploads of one delivery and of one organization. */
export const maxOpenUploads = { delivery: 50, organization: 200 }

/** Limits the hours for which an upload that is not submitted is kept, from its beginning. */
export const UPLOAD_HOURS = 48

/** Checksums computed by the sender; the received files are compared with them. */
export const sentChecksums = z
  .array(z.object({ uploadId: z.string().max(80), sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
  .max(maxDeliveryFiles)
  .default([])

export const uploadedFile = z.object({
  id: z.string(),
  /** Includes the folders it was chosen in. */
  name: z.string(),
  bytes: z.number(),
  receivedBytes: z.number(),
  /** Identifies the file if the user chooses it again in a browser. */
  fingerprint: z.string().nullable(),
})
export type UploadedFile = z.infer<typeof uploadedFile>
