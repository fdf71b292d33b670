import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Panel } from '@/components/blocks/panel.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { DECLINED } from '@/lib/api/proof.ts'
import { fullName, splitName } from '@/lib/forms/names.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import type { Profile } from '@/lib/session/account.ts'
import { useAuth, useSupabase } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { PendingEmail } from './pending-email.tsx'
import { useAccount } from './use-account.ts'

const profileForm = z.object({
  name: z.string().trim().min(1, 'Full name is required').max(200, 'Full name is too long'),
  email: z.string().trim().toLowerCase().pipe(z.email('Enter a valid email address')),
  jobTitle: z.string().trim().max(100, 'Job title is too long'),
  phone: z.string().trim().max(50, 'Phone is too long'),
})

/** Names change at once, the e-mail address only after both mailboxes agree. */
export function ProfilePanel({ profile, email }: { profile: Profile; email: string }) {
  const supabase = useSupabase()
  const { updateProfile } = useAuth()
  const { query, reload } = useAccount()
  const form = useForm({
    resolver: zodResolver(profileForm),
    // `values`, so that an address confirmed in another tab arrives here.
    values: {
      name: fullName(profile),
      email,
      jobTitle: profile.job_title ?? '',
      phone: profile.phone ?? '',
    },
    resetOptions: { keepDirtyValues: true },
  })
  const { formState, handleSubmit, register, reset, setError } = form
  const { errors, dirtyFields, isDirty, isSubmitting } = formState
  const forget = usePersistedForm(form, 'profile')

  /** Returns false if the change was refused, which the form then shows. */
  const changeEmail = async (next: string): Promise<boolean> => {
    const { data, error } = await supabase.auth.updateUser(
      { email: next },
      { emailRedirectTo: `${location.origin}${paths.userSettings}` },
    )
    if (error) {
      if (error.code !== DECLINED)
        setError('email', { message: error.message }, { shouldFocus: true })
      showProblem('Update Error', error)
      return false
    }
    await reload()
    if (data.user.new_email)
      notify.info('Confirm the new e-mail', `Open the links we sent to ${email} and to ${next}.`)
    else notify.success('Profile Updated', `Sign in with ${next} from now on.`)
    return true
  }

  const submit = handleSubmit(async ({ name, email: next, jobTitle, phone }) => {
    notify.dismiss()
    const { email: emailChanged, ...others } = dirtyFields
    if (Object.keys(others).length > 0 || !emailChanged) {
      const changes = { ...splitName(name), job_title: jobTitle || null, phone: phone || null }
      if (await updateProfile(changes)) return
    }
    if (next !== email && !(await changeEmail(next))) return
    forget()
    reset({ name, email, jobTitle, phone })
  })

  return (
    <Panel title="Profile">
      <UnsavedGuard when={isDirty && !isSubmitting} onLeave={forget} />
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Full name" required error={errors.name?.message}>
          {(control) => <Input {...control} autoComplete="name" {...register('name')} />}
        </Field>
        <Field
          label="Email"
          required
          hint="A change takes effect once you confirm it from both mailboxes."
          error={errors.email?.message}
        >
          {(control) => (
            <Input {...control} type="email" autoComplete="email" {...register('email')} />
          )}
        </Field>
        {query.data?.new_email && <PendingEmail from={email} to={query.data.new_email} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Job title" optional error={errors.jobTitle?.message}>
            {(control) => (
              <Input {...control} autoComplete="organization-title" {...register('jobTitle')} />
            )}
          </Field>
          <Field label="Phone" optional error={errors.phone?.message}>
            {(control) => (
              <Input {...control} type="tel" autoComplete="tel" {...register('phone')} />
            )}
          </Field>
        </div>
        <Button type="submit" className="justify-self-start" loading={isSubmitting}>
          Save Changes
        </Button>
      </form>
    </Panel>
  )
}
