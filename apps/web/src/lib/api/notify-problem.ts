/** Notices about calls that were not done. */
import { notify } from '@/components/ui/toast.tsx'
import { type Problem, toProblem } from './api-errors.ts'
import { DECLINED } from './proof.ts'

/**
 * Shows what a call threw, as an error; a question for a proof that the person declined is none. Returns
 * the problem.
 */
export function notifyProblem(title: string, error: unknown): Problem {
  const problem = toProblem(error)
  showProblem(title, problem)
  return problem
}

/** Shows a problem that has been translated, or the refusal of an account call. */
export function showProblem(title: string, problem: { code?: string; message: string }): void {
  if (problem.code === DECLINED) notify.info('Canceled', problem.message)
  else notify.error(title, problem.message)
}
