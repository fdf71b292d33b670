/** Answers for faults that are not the caller's and no defect: what the server needs is away, full or busy. */
import { classifyFault } from '../faults.ts'
import { incidentOf, incidents } from '../process/incidents.ts'
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
  const code = incidentOf(error)
  if (code === null || code === 'network' || code === 'mail') return null
  incidents.report(log, code, error)
  const fault = classifyFault(error)
  // A database that is busy is not away.
  if (code !== 'overloaded' && fault.kind === 'dependency')
    incidents.countRequest(fault.dependency, error)
  return new AppError(code)
}
