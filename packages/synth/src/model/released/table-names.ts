/** Checks names of tables in a model, which become names of files. */
import { z } from 'zod'

/** Leaves room for an extension in what file systems take. */
const MAX_NAME_BYTES = 200

/** Parses the name of a table: one plain part of a path, on one line. */
export const storedName = z
  .string()
  .regex(/^[^./\\\p{Cc}\p{Zl}\p{Zp}][^/\\\p{Cc}\p{Zl}\p{Zp}]*$/u)
  .refine((name) => new TextEncoder().encode(name).length <= MAX_NAME_BYTES)

/** Returns true if no two tables would be written to one file, on any file system. */
export function areDistinct(names: string[]): boolean {
  const written = names.map((name) => name.normalize('NFC').toLowerCase())
  return new Set(written).size === names.length
}
