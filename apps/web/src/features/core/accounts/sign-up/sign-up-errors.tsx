/** Shows the errors of a rejected sign-up: the empty fields, or two different passwords. */
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { notify } from '@/components/ui/toast.tsx'

const text = 'Please fill in all required fields'

type SignUpGapsProps = { fields: readonly { id: string; label: string }[] }

export function SignUpGaps({ fields }: SignUpGapsProps) {
  return fields.length > 0 && <ErrorSummary title={text} fields={fields} />
}

export function showSignUpError(options: { hasGaps: boolean; isMismatch: boolean }): void {
  notify.dismiss()
  if (options.hasGaps) notify.error('Error', text)
  else if (options.isMismatch)
    notify.error('Password Mismatch', 'Passwords do not match. Please try again.')
}
