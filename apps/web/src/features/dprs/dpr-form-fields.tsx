import { categories, deliveryFormats } from '@semblance/contract'
import { useFormContext } from 'react-hook-form'
import { Field } from '@/components/ui/field.tsx'
import { FormGroup } from '@/components/ui/form-group.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { ChoiceField } from './choice-field.tsx'
import type { TypedDprForm } from './dpr-form-schema.ts'

export function DprFormFields() {
  const { register, formState } = useFormContext<TypedDprForm>()
  const errorOf = (name: keyof TypedDprForm) => formState.errors[name]?.message
  const wide = 'sm:col-span-2'
  return (
    <>
      <FormGroup title="Data" description="What vendors read first in the marketplace.">
        <Field label="Data type" required error={errorOf('title')} className={wide}>
          {(control) => (
            <Input
              {...control}
              {...register('title')}
              placeholder="Retail customer purchase histories"
            />
          )}
        </Field>
        <ChoiceField name="category" label="Category" options={categories} className={wide} />
        <Field
          label="Description"
          required
          error={errorOf('description')}
          hint="Tables, columns, number of records, period."
          className={wide}
        >
          {(control) => <Textarea {...control} {...register('description')} rows={5} />}
        </Field>
        <Field
          label="Use case"
          required
          error={errorOf('useCase')}
          hint="What you will do with the data; vendors tune the twin for it."
          className={wide}
        >
          {(control) => <Textarea {...control} {...register('useCase')} rows={3} />}
        </Field>
      </FormGroup>
      <FormGroup
        title="Budget and delivery"
        description="US dollars, before the 2.5% platform fee."
      >
        <Field label="Budget from" required error={errorOf('budgetMinCents')}>
          {(control) => (
            <Input
              {...control}
              {...register('budgetMinCents')}
              inputMode="decimal"
              placeholder="$15,000"
              className="num"
            />
          )}
        </Field>
        <Field label="Budget to" required error={errorOf('budgetMaxCents')}>
          {(control) => (
            <Input
              {...control}
              {...register('budgetMaxCents')}
              inputMode="decimal"
              placeholder="$25,000"
              className="num"
            />
          )}
        </Field>
        <Field
          label="Timeline in days"
          required
          error={errorOf('timelineDays')}
          hint="From payment to delivery."
        >
          {(control) => (
            <Input
              {...control}
              {...register('timelineDays')}
              inputMode="numeric"
              placeholder="14"
              className="num"
            />
          )}
        </Field>
        <ChoiceField name="deliveryFormat" label="Delivery format" options={deliveryFormats} />
      </FormGroup>
      <FormGroup title="Compliance" description="Rules the data and its handling must meet.">
        <Field
          label="Compliance requirements"
          required
          error={errorOf('complianceRequirements')}
          className={wide}
        >
          {(control) => (
            <Textarea
              {...control}
              {...register('complianceRequirements')}
              rows={3}
              placeholder="GDPR, CCPA"
            />
          )}
        </Field>
      </FormGroup>
      <FormGroup title="Contacts" description="Only your own organization sees the contacts.">
        <Field label="Contacts" required error={errorOf('contacts')} className={wide}>
          {(control) => (
            <Input {...control} {...register('contacts')} placeholder="Name, e-mail or phone" />
          )}
        </Field>
        <Field label="Notes" optional error={errorOf('notes')} className={wide}>
          {(control) => <Textarea {...control} {...register('notes')} rows={3} />}
        </Field>
      </FormGroup>
    </>
  )
}
