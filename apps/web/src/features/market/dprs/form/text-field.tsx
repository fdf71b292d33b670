import { useFormContext } from 'react-hook-form'
import { Field, type FieldProps } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import type { DprFieldName, DprFormInput } from './dpr-form-schema.ts'

type TextFieldProps = Pick<FieldProps, 'label' | 'hint' | 'optional' | 'className'> & {
  name: DprFieldName
  placeholder?: string
  /** Lines of a text area; an input when left out. */
  rows?: number
  inputMode?: 'decimal' | 'numeric'
}

/** Edits one field of the request form; required unless `optional`. */
export function TextField({ name, placeholder, rows, inputMode, ...field }: TextFieldProps) {
  const { register, formState } = useFormContext<DprFormInput>()
  return (
    <Field {...field} required={!field.optional} error={formState.errors[name]?.message}>
      {(control) =>
        rows ? (
          <Textarea {...control} {...register(name)} rows={rows} placeholder={placeholder} />
        ) : (
          <Input
            {...control}
            {...register(name)}
            inputMode={inputMode}
            autoComplete="off"
            placeholder={placeholder}
            className={inputMode && 'num'}
          />
        )
      }
    </Field>
  )
}
