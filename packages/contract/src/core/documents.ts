/** Documents of one applicant or organization, which staff look at: limits, and what their content begins with. */
import { z } from 'zod'
import { type FormatId, formatOfFile } from './file-formats.ts'

export const maxDocumentBytes = 10 * 1024 ** 2

/** Limits the documents of one application. */
export const maxApplicantDocuments = 10

/** Sets the days after which a document that is of no more use is destroyed. */
export const documentKeptDays = 90

/** Sets the days after which a document is destroyed whose application is undecided and has not moved since. */
export const undecidedDocumentDays = 180

/** Maps each format to the bytes that its files begin with. */
const signatures: Record<FormatId<'document'>, readonly number[]> = {
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
}

/** Counts the bytes that `isNamedAsItIs` looks at. */
export const signatureBytes = 8

/** Returns true if a file begins as files of the format do that its name states. Says nothing about the rest. */
export function isNamedAsItIs(fileName: string, head: Uint8Array): boolean {
  const format = formatOfFile(fileName)?.id ?? ''
  if (!(format in signatures)) return false
  return signatures[format as keyof typeof signatures].every((byte, at) => head[at] === byte)
}

export const storedDocument = z.object({
  id: z.uuid(),
  fileName: z.string(),
  bytes: z.number().int(),
  uploadedAt: z.date(),
})
export type StoredDocument = z.infer<typeof storedDocument>
