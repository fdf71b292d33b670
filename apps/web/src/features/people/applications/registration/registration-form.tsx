import { zodResolver } from '@hookform/resolvers/zod'
import { applicationForm } from '@semblance/contract'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { usePersistedForm } from '@/lib/session/require-sign-in.tsx'
import { useSupabase } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { type FieldName, fieldId, fieldLabels, fieldNames } from './registration-fields.ts'
import { AddressGroup, BusinessGroup, ContactGroup, IntentGroup } from './registration-groups.tsx'
import type { RegistrationValues } from './registration-values.ts'

const blank = Object.fromEntries(fieldNames.map((name) => [name, ''])) as RegistrationValues

export function RegistrationForm() {
  const supabase = useSupabase()
  const navigate = useNavigate()
  const form = useForm<RegistrationValues, unknown, z.output<typeof applicationForm>>({
    resolver: zodResolver(applicationForm),
    defaultValues: blank,
  })
  const forget = usePersistedForm(form, 'register-business')
  const { errors, isDirty, isSubmitting, submitCount } = form.formState
  const refused = fieldNames.filter((name) => errors[name])
  const isEmpty = (name: FieldName) => !form.getValues(name).trim()
  const anyEmpty = refused.some(isEmpty)

  const submit = form.handleSubmit(
    async (row) => {
      notify.dismiss()
      const { error } = await supabase
        .from('business_applications')
        .insert({ ...row, status: 'pending' })
      if (error) {
        console.error('Error submitting application:', error)
        return void notify.error('Error', 'Failed to submit application. Please try again.')
      }
      forget()
      notify.success(
        'Success',
        "Your business application has been submitted successfully. You will receive an email once it's reviewed.",
      )
      await navigate(paths.businessUnderReview)
    },
    (found) => {
      notify.dismiss()
      if (fieldNames.some((name) => found[name] && isEmpty(name)))
        notify.error('Error', 'Please fill in all required fields')
    },
  )

  return (
    <>
      <UnsavedGuard when={isDirty && !isSubmitting} onLeave={forget} />
      {submitCount > 0 && refused.length > 0 && (
        <ErrorSummary
          className="mb-5"
          title={anyEmpty ? 'Some required fields are empty' : 'Some fields need another look'}
          fields={refused.map((name) => ({ id: fieldId(name), label: fieldLabels[name] }))}
        />
      )}
      <form noValidate onSubmit={submit} className="card p-5 md:p-7">
        <IntentGroup form={form} />
        <BusinessGroup form={form} />
        <ContactGroup form={form} />
        <AddressGroup form={form} />
        <div className="mt-7 flex flex-col-reverse gap-3 border-t pt-6 sm:flex-row sm:items-center">
          <p className="max-w-[48ch] text-muted-foreground text-sm sm:mr-auto">
            After approval we e-mail your organization ID and the steps to set up accounts.
          </p>
          <Button type="submit" size="lg" loading={isSubmitting}>
            Submit Application
          </Button>
        </div>
      </form>
    </>
  )
}
