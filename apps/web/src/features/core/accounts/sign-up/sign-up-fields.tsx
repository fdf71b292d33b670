/** Fields that the sign-up forms share. */
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { useConfig } from '@/lib/session/session.tsx'

type FrameProps = Pick<FieldProps, 'id' | 'label' | 'required' | 'optional' | 'error'>

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'required'> &
  FrameProps & { hint?: string }

export function TextField({
  id,
  label,
  required,
  optional,
  error,
  hint,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ id, label, required, optional, error, hint }}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  )
}

function NewPasswordField({
  id,
  label,
  error,
  hint,
  required: _required,
  optional: _optional,
  ...input
}: Omit<TextFieldProps, 'type'>) {
  return (
    <Field {...{ id, label, error, hint }} required>
      {(control) => <PasswordInput {...control} autoComplete="new-password" {...input} />}
    </Field>
  )
}

type NewPasswordFieldsProps = {
  field: (name: 'password' | 'confirmPassword') => Omit<TextFieldProps, 'type'>
}

/** Asks for a password twice. */
export function NewPasswordFields({ field }: NewPasswordFieldsProps) {
  const { minPasswordLength } = useConfig()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NewPasswordField {...field('password')} hint={`At least ${minPasswordLength} characters`} />
      <NewPasswordField {...field('confirmPassword')} />
    </div>
  )
}

export function OrganizationIdField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label="Organization ID"
      required
      hint="From the approval e-mail your organization received."
      placeholder="ORG-12345-ABCDE"
      autoComplete="off"
      spellCheck={false}
      className="font-mono md:text-sm"
      {...props}
    />
  )
}
