import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Field } from '@/components/ui/field.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { proveBy } from '@/lib/session/proof.ts'
import { tooManyTries } from '@/lib/session/second-factor.ts'
import { useAuth, useBackend } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { type ProofFormProps, useStep } from './use-step.ts'

const passwordForm = z.object({ password: z.string().min(1, 'Enter your password') })

const refusals: Record<string, string> = {
  invalid_credentials: 'This password is not right.',
  over_password_failures:
    'Too many wrong passwords were tried for this account. Wait some minutes, or sign in again by a mailed link.',
  over_request_rate_limit: tooManyTries,
}

export function PasswordProof({ formId, onStep, onProved }: ProofFormProps) {
  const backend = useBackend()
  const { user } = useAuth()
  const { formState, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
  })
  useStep(onStep, 'Confirm', formState.isSubmitting)
  const submit = handleSubmit(async ({ password }) => {
    const refusal = await proveBy(backend, { password })
    if (!refusal) return onProved()
    const message = refusals[refusal.code ?? ''] ?? refusal.message
    setError('password', { message }, { shouldFocus: true })
  })
  return (
    <form id={formId} noValidate onSubmit={submit}>
      <input type="hidden" autoComplete="username" value={user?.email ?? ''} readOnly />
      <Field
        label="Password"
        required
        hint={user && `Signed in as ${user.email}`}
        error={formState.errors.password?.message}
        action={
          <a href={paths.forgotPassword} target="_blank" rel="noreferrer" className="link text-sm">
            Forgot password?
          </a>
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            autoFocus
            autoComplete="current-password"
            {...register('password')}
          />
        )}
      </Field>
    </form>
  )
}
