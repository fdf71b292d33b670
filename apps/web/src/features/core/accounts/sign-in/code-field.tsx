import type { ComponentProps } from 'react'
import { Field, type FieldProps } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'

type CodeFieldProps = Pick<FieldProps, 'hint' | 'error'> & ComponentProps<'input'>

/** Takes the digits of a one-time code. */
export function CodeField({ hint, error, ...input }: CodeFieldProps) {
  return (
    <Field label="Code" required hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="num tracking-[0.2em]"
          {...input}
        />
      )}
    </Field>
  )
}
