/** Says why a command failed, in words and as an exit code. */
import { ApiError, FileDiffers, NoAnswer } from '@semblance/client'
import { EXIT_CODES, failure, UsageError } from '@semblance/synth/command-line'

export const exitCodes = { ...EXIT_CODES, network: 3 } as const

/** Returns the message and the exit code of an error. */
export function explain(error: unknown, signal: AbortSignal): { message: string; code: number } {
  if (error instanceof UsageError)
    return { message: `${error.message} semblance --help tells more.`, code: exitCodes.usage }
  if (signal.aborted) return { message: 'Interrupted.', code: exitCodes.interrupted }
  if (error instanceof ApiError) return { message: refusal(error), code: exitCodes.refused }
  if (error instanceof NoAnswer) return { message: error.message, code: exitCodes.network }
  if (error instanceof FileDiffers) return { message: error.message, code: exitCodes.failed }
  return { message: failure(error), code: exitCodes.failed }
}

/** Puts a refusal into one line, with the fields at fault and what support finds it by. */
function refusal({ message, code, data }: ApiError): string {
  const { field, requestId } = data ?? {}
  const about = [code, field && `field ${field}`, requestId && `request ${requestId}`]
  return `${message} (${about.filter(Boolean).join(', ')})`
}
