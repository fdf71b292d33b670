import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { LegalNote } from '@/components/blocks/legal/legal-links.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { useConsent } from '@/lib/api/legal-versions.ts'
import { splitName } from '@/lib/forms/names.ts'
import { useSupabase } from '@/lib/session/session.tsx'
import type { SignUpDetails } from '@/lib/session/session-context.ts'
import { paths } from '@/paths.ts'
import { describeFields } from './describe-fields.ts'
import { SignUpGaps, showSignUpError } from './sign-up-errors.tsx'
import { NewPasswordFields, SignUpRow } from './sign-up-fields.tsx'
import {
  fieldsOf,
  optionalFields,
  type SignUpValues,
  type SignUpVariant,
  signUpForm,
  signUpLabels,
  signUpVariants,
} from './sign-up-variants.ts'
import { useCreateAccount } from './use-create-account.ts'

/** Fills the form in with what the approval mail's link stands for; both fields stay as they are. */
export type Approval = { token: string; organizationId: string; email: string; name: string }

type SignUpFormProps = {
  variant: SignUpVariant
  /** Filled in from a link, and open to change. */
  organizationId?: string
  email?: string
  approval?: Approval
  /** Follows an account that waits for its e-mail to be confirmed. */
  onCreated: () => void
}

/** Creates an account under the ID of an approved organization. */
export function SignUpForm({
  variant,
  organizationId = '',
  email = '',
  approval,
  onCreated,
}: SignUpFormProps) {
  const { rows, hasTerms, action } = signUpVariants[variant]
  const supabase = useSupabase()
  const navigate = useNavigate()
  const createAccount = useCreateAccount()
  const consent = useConsent('sign_up')
  const form = useForm<SignUpValues>({
    resolver: zodResolver(signUpForm(variant)),
    defaultValues: {
      ...blank,
      organization_id: approval?.organizationId ?? organizationId,
      email: approval?.email ?? email,
      ...splitName(approval?.name ?? ''),
    },
  })
  const { control, formState, handleSubmit, setError, setValue } = form
  const { errors, isSubmitting, submitCount } = formState
  const { field, gapsIn } = describeFields(form, {
    prefix: `sign-up-${variant}`,
    labels: signUpLabels,
    names: fieldsOf(variant),
    optional: optionalFields,
  })

  const submit = handleSubmit(
    async (typed) => {
      notify.dismiss()
      const refused = await createAccount({
        ...detailsOf(typed, variant),
        ...(hasTerms && { accepted: consent.accepted }),
        ...(approval && { approval: approval.token }),
      })
      if (refused?.field) {
        if (refused.field === 'agreeToTerms' && consent.renew(refused.code))
          setValue('agreeToTerms', false)
        setError(refused.field, { message: refused.message }, { shouldFocus: true })
      }
      if (refused) return
      const { data } = await supabase.auth.getSession()
      // Without confirmation by mail, the account is open already.
      if (data.session) await navigate(paths.dashboardSelection)
      else onCreated()
    },
    (refused) =>
      showSignUpError({
        hasGaps: gapsIn(refused).length > 0,
        isMismatch: Boolean(refused.confirmPassword),
      }),
  )
  const readOnly: Partial<Record<string, string>> = approval
    ? { organization_id: 'Filled in from your approval mail.', email: 'Proved by the link.' }
    : {}

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {submitCount > 0 && <SignUpGaps fields={gapsIn(errors)} />}
      {rows.map((row) => (
        <SignUpRow key={String(row)} row={row} field={field} readOnly={readOnly} />
      ))}
      <NewPasswordFields field={field} />
      {hasTerms && (
        <>
          <Controller
            control={control}
            name="agreeToTerms"
            render={({ field: { value, onChange, ...box } }) => (
              <CheckboxField
                {...box}
                disabled={!consent.isShown}
                checked={value}
                onCheckedChange={(checked) => onChange(checked === true)}
                error={errors.agreeToTerms?.message}
                label="I agree to the Terms of Service and Privacy Policy"
              />
            )}
          />
          <LegalNote act="sign_up" lead="You agree to the" className="-mt-2 pl-7" />
        </>
      )}
      <Button type="submit" size="lg" className="mt-1 w-full" loading={isSubmitting}>
        {action}
      </Button>
      {approval && (
        <p className="text-center text-muted-foreground text-sm">
          No confirmation mail follows: the link of the approval mail has proved your address.
        </p>
      )}
    </form>
  )
}

const blank: SignUpValues = {
  organization_id: '',
  first_name: '',
  last_name: '',
  name: '',
  role: '',
  email: '',
  company_name: '',
  job_title: '',
  phone: '',
  password: '',
  confirmPassword: '',
  agreeToTerms: false,
}

/** Returns what is sent: an employee's one name is split, and their role is the job title. */
function detailsOf(typed: SignUpValues, variant: SignUpVariant): SignUpDetails {
  const { confirmPassword: _, agreeToTerms: __, name, role, job_title, phone, ...details } = typed
  if (variant === 'employee') return { ...details, ...splitName(name), job_title: role }
  return variant === 'join' ? { ...details, job_title, phone } : details
}
