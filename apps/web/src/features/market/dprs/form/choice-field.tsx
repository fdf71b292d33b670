import { useController, useFormContext } from 'react-hook-form'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import type { DprFormInput } from './dpr-form-schema.ts'

type Choice = 'category' | 'deliveryFormat' | 'privacyLevel'

type ChoiceFieldProps<Name extends Choice> = {
  name: Name
  label: string
  /** Stored value to label. */
  options: Record<DprFormInput[Name], string>
  hint?: string
  className?: string
}

/** Shows a required select of the request form. */
export function ChoiceField<Name extends Choice>({
  name,
  label,
  options,
  hint,
  className,
}: ChoiceFieldProps<Name>) {
  const { control } = useFormContext<DprFormInput>()
  const { field, fieldState } = useController({ control, name })
  return (
    <Field
      label={label}
      hint={hint}
      required
      error={fieldState.error?.message}
      className={className}
    >
      {(attributes) => (
        <Select
          {...attributes}
          ref={field.ref}
          onBlur={field.onBlur}
          value={field.value ?? ''}
          onValueChange={field.onChange}
          placeholder={`Choose a ${label.toLowerCase()}`}
          options={Object.entries<string>(options).map(([value, text]) => ({
            value,
            label: text,
          }))}
        />
      )}
    </Field>
  )
}
