/** The files of a delivery on their way in. */
import { z } from 'zod'

/** File endings a vendor may upload. */
export const uploadExtensions = ['csv', 'xlsx', 'xls', 'json', 'zip'] as const

export function hasUploadExtension(fileName: string): boolean {
  return uploadExtensions.some((extension) => fileName.toLowerCase().endsWith(`.${extension}`))
}

/** Largest file one upload may hold, in bytes. */
export const maxUploadBytes = 10 * 1024 ** 3

/** How many files one delivery may have. */
export const maxDeliveryFiles = 200

export const uploadedFile = z.object({
  id: z.string(),
  /** With the folders it was chosen in. */
  name: z.string(),
  bytes: z.number(),
  receivedBytes: z.number(),
  /** By which a browser recognizes the file when it is chosen again. */
  fingerprint: z.string().nullable(),
})
export type UploadedFile = z.infer<typeof uploadedFile>
