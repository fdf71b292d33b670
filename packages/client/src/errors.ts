/** The errors of a call: an answer that refuses it, or no answer. */
import { ORPCError } from '@orpc/client'

/** Describes what belongs to the code of a refusal. */
export type RefusalDetail = {
  requestId?: string
  field?: string
  methods?: string[]
  issues?: { field: string; message: string }[]
}

/** Holds an answer of the API other than success. Programs decide by `code`; `message` is for people and may change. */
export class ApiError extends ORPCError<string, RefusalDetail> {}

/** Reports that no answer came, after all attempts. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Reads the refusal from a response that is no success. */
export const refusalOf = async (response: Response): Promise<ApiError> =>
  parseRefusal(await response.text(), response.status)

/** Reads the refusal from the text of an answer; one of something before the API has the code `unexpected_answer`. */
export function parseRefusal(text: string, status: number): ApiError {
  const { code, message, status: _status, ...data } = readObject(text)
  if (typeof code === 'string' && typeof message === 'string')
    return new ApiError(code, { status, message, data })
  const unexplained = `The server answered with status ${status}.`
  return new ApiError('unexpected_answer', { status, message: unexplained, data: {} })
}

function readObject(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}
