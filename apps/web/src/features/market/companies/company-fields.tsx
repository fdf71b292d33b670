import { type companyForm, type EmployeeRange, employeeRanges } from '@semblance/contract'
import { Controller, useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { RegistrationNumberField } from '@/components/blocks/registration-number-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormGroup } from '@/components/ui/form-group.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { countryOptions, industryOptions } from '@/lib/forms/business-labels.ts'

export type CompanyValues = z.input<typeof companyForm>

const unknown = 'unknown'
const employeeOptions = [
  { value: unknown, label: 'Not given' },
  ...employeeRanges.map((range) => ({ value: range, label: range })),
]

type CompanyFieldsProps = { industry: string; registrationNumber: string | null }

export function CompanyFields({ industry, registrationNumber }: CompanyFieldsProps) {
  const { control, formState, register } = useFormContext<CompanyValues>()
  const { errors } = formState
  return (
    <>
      <FormGroup title="Company" description="How the marketplace knows you.">
        <Field label="Name" required error={errors.name?.message}>
          {(props) => <Input {...props} autoComplete="organization" {...register('name')} />}
        </Field>
        <Field label="Industry" required error={errors.industry?.message}>
          {(props) => (
            <FormSelect
              {...props}
              control={control}
              name="industry"
              options={industryOptions(industry)}
            />
          )}
        </Field>
        <Field label="Website" optional error={errors.website?.message}>
          {(props) => (
            <Input
              {...props}
              inputMode="url"
              autoComplete="url"
              placeholder="https://"
              {...register('website')}
            />
          )}
        </Field>
        <RegistrationNumberField number={registrationNumber} />
        <Field
          label="Description"
          error={errors.description?.message}
          className="sm:col-span-2"
          optional
        >
          {(props) => <Textarea {...props} rows={5} {...register('description')} />}
        </Field>
      </FormGroup>
      <FormGroup title="Location">
        <Field label="City" required error={errors.city?.message}>
          {(props) => <Input {...props} autoComplete="address-level2" {...register('city')} />}
        </Field>
        <Field label="Country" required error={errors.country?.message}>
          {(props) => (
            <FormSelect {...props} control={control} name="country" options={countryOptions} />
          )}
        </Field>
      </FormGroup>
      <FormGroup title="Size and age">
        <Field label="Founded" optional error={errors.founded?.message}>
          {(props) => (
            <Input
              {...props}
              inputMode="numeric"
              placeholder="2016"
              {...register('founded', { setValueAs: yearOf })}
            />
          )}
        </Field>
        <Field label="Employees" optional error={errors.employees?.message}>
          {(props) => (
            <Controller
              control={control}
              name="employees"
              render={({ field: { value, onChange, ...field } }) => (
                <Select
                  {...props}
                  {...field}
                  value={value ?? unknown}
                  onValueChange={(next) =>
                    onChange(next === unknown ? null : (next as EmployeeRange))
                  }
                  options={employeeOptions}
                />
              )}
            />
          )}
        </Field>
      </FormGroup>
    </>
  )
}

/** An empty field is no year at all; letters are no number, which the schema refuses. */
function yearOf(typed: string | number | null): number | null {
  const text = String(typed ?? '').trim()
  return text === '' ? null : Number(text)
}
