import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { type Problem, toProblem } from '../api/api-errors.ts'

type FormLike<Values extends FieldValues> = {
  getValues: () => Values
  setError: UseFormSetError<Values>
}

/**
 * Shows the server's field errors next to the form's own fields and focuses the first. Returns the
 * problem as a whole.
 */
export function markFields<Values extends FieldValues>(
  form: FormLike<Values>,
  error: unknown,
): Problem {
  const problem = toProblem(error)
  const own = form.getValues()
  const atFault = Object.entries(problem.fields).filter(([name]) => name in own)
  for (const [index, [name, message]] of atFault.entries())
    form.setError(name as FieldPath<Values>, { message }, { shouldFocus: index === 0 })
  return problem
}
