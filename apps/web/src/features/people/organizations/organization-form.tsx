import { zodResolver } from '@hookform/resolvers/zod'
import {
  type Industry,
  type OrganizationProfile,
  type OrganizationForm as OrganizationValues,
  organizationForm,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Panel } from '@/components/blocks/panel.tsx'
import { RegistrationNumberField } from '@/components/blocks/registration-number-field.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { industryOptions } from '@/lib/forms/business-labels.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { showSaved } from '@/lib/forms/show-saved.ts'

type Values = z.input<typeof organizationForm>

const valuesOf = (organization: OrganizationProfile): Values => ({
  name: organization.name,
  email: organization.email,
  website: organization.website ?? '',
  address: organization.address ?? '',
  phone: organization.phone ?? '',
  industry: organization.industry as Industry,
  description: organization.description,
})

export function OrganizationForm({ organization }: { organization: OrganizationProfile }) {
  const queries = useQueryClient()
  const form = useForm<Values, unknown, OrganizationValues>({
    resolver: zodResolver(organizationForm),
    defaultValues: valuesOf(organization),
  })
  const { control, formState, getValues, handleSubmit, register } = form
  const { errors, isDirty } = formState
  const forget = usePersistedForm(form, 'organization')
  const update = useMutation(
    orpc.organizations.update.mutationOptions({
      onSuccess: () => {
        forget()
        notify.success('Organization Updated', 'Everyone in your organization sees the change.')
      },
      onError: (error) => {
        notify.error('Update Error', markFields(form, error).message)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
    }),
  )
  const text = (name: Exclude<keyof Values, 'industry' | 'description'>, type = 'text') => ({
    type,
    ...register(name),
  })

  return (
    <Panel title="Profile">
      <UnsavedGuard when={isDirty && !update.isPending} onLeave={forget} />
      <form
        noValidate
        onSubmit={handleSubmit((values) => {
          notify.dismiss()
          const sent = getValues()
          update.mutate(values, { onSuccess: (saved) => showSaved(form, sent, valuesOf(saved)) })
        })}
        className="grid gap-4"
      >
        <Field label="Organization name" required error={errors.name?.message}>
          {(props) => <Input {...props} autoComplete="organization" {...text('name')} />}
        </Field>
        <Field label="Email" required error={errors.email?.message}>
          {(props) => <Input {...props} {...text('email', 'email')} />}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
          <Field label="Website" error={errors.website?.message}>
            {(props) => <Input {...props} {...text('website')} />}
          </Field>
          <Field label="Phone" error={errors.phone?.message}>
            {(props) => <Input {...props} {...text('phone', 'tel')} />}
          </Field>
        </div>
        <Field label="Address" error={errors.address?.message}>
          {(props) => <Input {...props} autoComplete="street-address" {...text('address')} />}
        </Field>
        <RegistrationNumberField number={organization.registrationNumber} />
        <Field label="Industry" required error={errors.industry?.message}>
          {(props) => (
            <FormSelect
              {...props}
              control={control}
              name="industry"
              options={industryOptions(organization.industry)}
            />
          )}
        </Field>
        <Field label="Description" error={errors.description?.message}>
          {(props) => <Textarea {...props} rows={4} {...register('description')} />}
        </Field>
        <Button type="submit" className="justify-self-start" loading={update.isPending}>
          Save Changes
        </Button>
      </form>
    </Panel>
  )
}
