export type SynthesisErrorCode =
  | 'not_a_table'
  | 'no_rows'
  | 'truncated'
  | 'uneven_rows'
  | 'too_few_columns'
  | 'too_many_columns'
  | 'too_few_rows'
  | 'nothing_to_model'
  | 'invalid_options'
  | 'aborted'

/** A refusal whose message is written for the person who uploaded the file. */
export class SynthesisError extends Error {
  override readonly name = 'SynthesisError'
  readonly code: SynthesisErrorCode

  constructor(code: SynthesisErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Throws SynthesisError `aborted` if the caller has given up. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new SynthesisError('aborted', 'The synthesis was canceled.')
}
