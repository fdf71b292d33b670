/** Fields that the sign-up forms share. */
import type { ComponentProps } from 'react'
import { Field, type FieldProps } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { useConfig } from '@/lib/session/session.tsx'
import type { SignUpField } from './sign-up-variants.ts'

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

/** Describes each field's control. */
const controls: Partial<Record<SignUpField, Omit<TextFieldProps, 'id' | 'label'>>> = {
  organization_id: {
    hint: 'From the approval e-mail your organization received.',
    placeholder: 'ORG-12345-ABCDE',
    autoComplete: 'off',
    spellCheck: false,
    className: 'font-mono md:text-sm',
  },
  first_name: { autoComplete: 'given-name' },
  last_name: { autoComplete: 'family-name' },
  name: { autoComplete: 'name' },
  role: { autoComplete: 'organization-title', placeholder: 'e.g. Data Scientist' },
  email: { type: 'email', autoComplete: 'email' },
  company_name: { autoComplete: 'organization' },
  job_title: { autoComplete: 'organization-title' },
  phone: { type: 'tel', autoComplete: 'tel' },
}

type SignUpRowProps = {
  row: SignUpField | readonly [SignUpField, SignUpField]
  field: (name: SignUpField) => TextFieldProps
  /** Gives the hint of each field that the person cannot change. */
  readOnly: Partial<Record<string, string>>
}

/** Renders one text field of the sign-up, or two in a row. */
export function SignUpRow({ row, field, readOnly }: SignUpRowProps) {
  const one = (name: SignUpField) => (
    <TextField
      key={name}
      {...controls[name]}
      {...field(name)}
      {...(readOnly[name] && { readOnly: true, hint: readOnly[name] })}
    />
  )
  return typeof row === 'string' ? (
    one(row)
  ) : (
    <div className="grid gap-4 sm:grid-cols-2">{row.map(one)}</div>
  )
}
