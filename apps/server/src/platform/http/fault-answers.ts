/** Answers for faults that are not the caller's and no defect: what the server needs is away, full or busy. */
import type { ErrorCode } from '@semblance/contract'
import { classifyFault, isStorageFull, OverloadError } from '../faults.ts'
import { incidents } from '../process/incidents.ts'
import type { Log } from '../process/log.ts'
import { AppError } from './errors.ts'

/** Matches the SQLSTATE of a transaction that has to be repeated: serialization failure, deadlock. */
const REPEAT = /^(40001|40P01)$/

/**
 * Returns the error to answer if a dependency is at fault, and logs its incident once. Null for
 * any other error.
 */
export function answerForFault(error: unknown, log: Log): AppError | null {
  if (REPEAT.test(String((error as { code?: unknown } | null)?.code))) {
    log.warn({ err: error }, 'the database ended a transaction that has to be repeated')
    return new AppError('overloaded')
  }
  const code = codeOf(error)
  if (!code) return null
  incidents.report(log, code, error)
  return new AppError(code)
}

function codeOf(error: unknown): ErrorCode | null {
  if (error instanceof OverloadError) return 'overloaded'
  const fault = classifyFault(error)
  if (fault.kind === 'defect') return null
  if (fault.dependency === 'database') return 'database_unavailable'
  if (fault.dependency === 'storage' || fault.dependency === 'disk')
    return isStorageFull(error) ? 'storage_full' : 'storage_unavailable'
  return null
}
