import { useController, useFormContext } from 'react-hook-form'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import type { DprFormInput } from './dpr-form-schema.ts'
import { TextField } from './text-field.tsx'

const anyRating = 'any'
const ratings = [
  { value: anyRating, label: 'Any' },
  ...['3', '3.5', '4', '4.5', '5'].map((value) => ({
    value,
    label: value === '5' ? '5 stars' : `${value} stars or more`,
  })),
]

export function VendorFields() {
  const { control } = useFormContext<DprFormInput>()
  const { field, fieldState } = useController({ control, name: 'vendorMinRating' })
  return (
    <>
      <Field
        label="Vendor rating"
        optional
        error={fieldState.error?.message}
        className="sm:col-span-2"
      >
        {(attributes) => (
          <Select
            {...attributes}
            ref={field.ref}
            onBlur={field.onBlur}
            value={field.value || anyRating}
            onValueChange={(value) => field.onChange(value === anyRating ? '' : value)}
            options={ratings}
          />
        )}
      </Field>
      <TextField
        name="vendorMinCompleted"
        label="Completed contracts"
        hint="On Semblance, at least."
        optional
        inputMode="numeric"
        placeholder="3"
        className="sm:col-span-2"
      />
      <TextField
        name="vendorPreferences"
        label="Vendor preferences"
        hint="Guides suggestions, shuts nobody out."
        placeholder="Experience, certifications, region"
        optional
        className="sm:col-span-2"
      />
    </>
  )
}
