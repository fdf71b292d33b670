import type { ReactNode } from 'react'
import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import type { SignUpDetails } from '@/lib/session/session-context.ts'
import { paths } from '@/paths.ts'
import { SignUpGaps, showSignUpError } from './sign-up/sign-up-errors.tsx'
import { useCreateAccount } from './sign-up/use-create-account.ts'

type AccountFormProps<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>
  gapsIn: (errors: FieldErrors<Values>) => { id: string; label: string }[]
  detailsOf: (typed: Output) => SignUpDetails
  children: ReactNode
}

/** Creates an account under an organization's ID, which is a field of the form, as is the password. */
export function AccountForm<
  Values extends FieldValues & { organization_id: string; password: string },
  Output,
>({
  form: { formState, handleSubmit, setError },
  gapsIn,
  detailsOf,
  children,
}: AccountFormProps<Values, Output>) {
  const { create, isCreated } = useCreateAccount()
  const { errors, isSubmitting, submitCount } = formState
  const submit = handleSubmit(
    async (typed) => {
      notify.dismiss()
      const refused = await create(detailsOf(typed))
      if (refused)
        setError(
          refused.field as FieldPath<Values>,
          { message: refused.message },
          { shouldFocus: true },
        )
    },
    (refused) =>
      showSignUpError({
        hasGaps: gapsIn(refused).length > 0,
        isMismatch: Boolean(refused.confirmPassword),
      }),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {submitCount > 0 && <SignUpGaps fields={gapsIn(errors)} />}
      {children}
      <Button type="submit" size="lg" className="mt-1 w-full" loading={isSubmitting}>
        Create Account
      </Button>
      {isCreated && <AccountCreated />}
    </form>
  )
}

/** After a sign-up that waits for its e-mail; however it is closed, the sign-in page follows. */
function AccountCreated() {
  const navigate = useNavigate()
  const goOn = () => navigate(paths.auth)
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={goOn}
      title="Account created"
      footer={<Button onClick={goOn}>Go to sign in</Button>}
    >
      <p className="text-md">
        Account created successfully! Please check your email to verify your account.
      </p>
      <p className="mt-3 text-base text-muted-foreground">
        After that, your organization approves your access. You can sign in while you wait.
      </p>
    </Dialog>
  )
}
