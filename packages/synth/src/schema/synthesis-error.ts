export type SynthesisErrorCode =
  | 'not_a_table'
  | 'no_rows'
  | 'truncated'
  | 'uneven_rows'
  | 'too_many_columns'
  | 'too_few_rows'
  | 'too_large'
  | 'encrypted'
  | 'nothing_to_model'
  | 'invalid_options'
  | 'invalid_schema'
  /** A warehouse does not answer, or has no room: later it may. */
  | 'unreachable'
  /** A warehouse answers and refuses: its owner has something to change. */
  | 'not_readable'
  | 'source_changed'
  | 'key_required'
  | 'model_unreadable'
  | 'model_too_new'
  | 'aborted'

/** Describes the place in the input of a refusal, as far as it is known. */
export type ErrorPlace = {
  /** A file's name; of a sheet or an archive's member, `file > name`. */
  file?: string
  /** Counts from 1; in a workbook, names the row. */
  line?: number
  /** The character in the line, from 1; of a workbook, the column. */
  column?: number
}

/**
 * Represents a refusal with a message for the person who uploaded the file. It never quotes a
 * value.
 */
export class SynthesisError extends Error {
  override readonly name = 'SynthesisError'
  readonly code: SynthesisErrorCode
  readonly file: string | undefined
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(code: SynthesisErrorCode, message: string, place: ErrorPlace = {}) {
    super(message)
    this.code = code
    this.file = place.file
    this.line = place.line
    this.column = place.column
  }
}

/**
 * Adds the name of the file to a refusal; the message begins with it if `isNamed`, because the
 * reader could not know it otherwise. Returns any other error unchanged.
 */
export function inFile(error: unknown, file: string, isNamed: boolean): unknown {
  if (!(error instanceof SynthesisError) || error.code === 'aborted') return error
  const { code, message, line, column } = error
  const place = {
    file: error.file === undefined ? file : `${file} > ${error.file}`,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }
  return new SynthesisError(code, isNamed ? `${file}: ${message}` : message, place)
}

/** Throws SynthesisError `aborted` if the caller has given up. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new SynthesisError('aborted', 'The synthesis was canceled.')
}
