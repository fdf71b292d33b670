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

/** Returns the error that a body describes, or null for a body that none of this API has. */
export function readRefusal(body: unknown, fallbackStatus: number): ApiError | null {
  if (typeof body !== 'object' || body === null) return null
  const { code, status, message, ...data } = body as Record<string, unknown>
  if (typeof code !== 'string' || typeof message !== 'string') return null
  return new ApiError(code, {
    status: typeof status === 'number' ? status : fallbackStatus,
    message,
    data,
  })
}

/** Reads the refusal from a response that is no success. */
export async function refusalOf(response: Response): Promise<ApiError> {
  return parseRefusal(await response.text(), response.status)
}

/** Reads the refusal from the text of an answer. */
export function parseRefusal(text: string, status: number): ApiError {
  try {
    const known = readRefusal(JSON.parse(text), status)
    if (known) return known
  } catch {
    // Answered by something between the program and the API.
  }
  const message = `The server answered with status ${status}.`
  return new ApiError('unexpected_answer', { status, message, data: {} })
}
