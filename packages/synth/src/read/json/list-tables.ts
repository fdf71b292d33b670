/** Defines the common parts of tables made of lists of records, in all file formats. */
import { SynthesisError } from '../../schema/synthesis-error.ts'

/**
 * Name the column that numbers the rows of a table with lists, and the column of a list's rows that
 * refers to it.
 */
export const ROW_KEY = 'row_id'
export const PARENT_KEY = 'parent_row_id'

/** Limits the tables of one file. */
export const MAX_TABLES = 100

/**
 * Describes the list that a table comes from; null for a table that is not within records. Formats
 * without lines have no `line`.
 */
export type FoundList = { field: string; line?: number } | null

/** Throws SynthesisError where a file has a table too many. */
export function refuseTableCount(count: number, list: FoundList): void {
  if (count <= MAX_TABLES) return
  const { field, line } = list ?? {}
  const at = line === undefined ? '' : ` (line ${line})`
  const which = field === undefined ? '' : `: that in "${field}" is one too many${at}`
  throw new SynthesisError(
    'too_large',
    `The file has more than ${MAX_TABLES} lists of records, each of which is a table${which}.`,
    line === undefined ? {} : { line },
  )
}
