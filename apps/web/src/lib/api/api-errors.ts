/** One translator from what a call threw to what a person reads. */
import { ORPCError } from '@orpc/client'
import { type ErrorCode, errors } from '@semblance/contract'
import { isOffline } from './api-fetch.ts'
import { DECLINED, DeclinedProof } from './proof.ts'

export type Problem = {
  code: ErrorCode | 'offline' | typeof DECLINED
  message: string
  /** Fields of the form at fault, by name. */
  fields: Record<string, string>
}

type Detail = { field?: string; issues?: { field: string; message: string }[] } | undefined

const offline: Problem = {
  code: 'offline',
  message: 'Semblance could not be reached. Check your connection and try again.',
  fields: {},
}

export function toProblem(error: unknown): Problem {
  if (!(error instanceof ORPCError)) return offline
  if (error instanceof DeclinedProof) return { code: DECLINED, message: error.message, fields: {} }
  // Not an error of the API: a proxy answered, or the server crashed.
  if (!(error.code in errors))
    return isOffline(error.status)
      ? offline
      : { code: 'internal', message: errors.internal.message, fields: {} }
  const detail = error.data as Detail
  const fields: Record<string, string> = {}
  if (detail?.field) fields[detail.field] = error.message
  for (const issue of detail?.issues ?? []) fields[issue.field] = issue.message
  return { code: error.code as ErrorCode, message: error.message, fields }
}

export const isNotFound = (error: unknown) =>
  error instanceof ORPCError && error.code === 'not_found'
