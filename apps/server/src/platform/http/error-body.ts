/** The one shape of an error under /api. */
import type { ErrorDetail } from '@semblance/contract'

/** Describes an error as programs receive it; a field that does not apply is absent. */
export type ErrorBody = {
  /** Names the error; programs decide by it. */
  code: string
  status: number
  /** Holds a sentence for people, which may change. */
  message: string
  /** Holds the id under which the server's log has the request. */
  requestId: string | undefined
} & ErrorDetail & { issues?: { field: string; message: string }[] }

type Refusal = { code: string; status: number; message: string }

/** Builds the body of an error. `detail` is what belongs to its code, such as the field at fault. */
export function errorBody(
  { code, status, message }: Refusal,
  detail: unknown,
  requestId: string | undefined,
): ErrorBody {
  const { field, issues, methods } = (detail ?? {}) as Partial<ErrorBody>
  return {
    code,
    status,
    message,
    requestId,
    ...(field && { field }),
    ...(issues && { issues }),
    ...(methods && { methods }),
  }
}
