import type { UseFormReturn } from 'react-hook-form'
import { BucketKeyFields } from '@/components/blocks/bucket-fields.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { secretKinds, type TypedDestination } from './destination-values.ts'

const secretOptions = Object.entries(secretKinds).map(([value, label]) => ({
  value: value as keyof typeof secretKinds,
  label,
}))
const plain = { autoComplete: 'off', spellCheck: false, className: 'mono' } as const

type Props<Values> = { form: UseFormReturn<TypedDestination, unknown, Values> }

/** Asks for what an SFTP server lets in by. */
export function SftpSecretFields<Values>({ form }: Props<Values>) {
  const { control, formState, register, watch } = form
  const { errors } = formState
  return (
    <>
      <Field label="Sign in by" required>
        {(field) => <FormSelect {...field} control={control} name="by" options={secretOptions} />}
      </Field>
      {watch('by') === 'password' ? (
        <Field label="Password" required error={errors.password?.message}>
          {(field) => (
            <PasswordInput {...field} autoComplete="new-password" {...register('password')} />
          )}
        </Field>
      ) : (
        <>
          <Field label="Passphrase of the key" optional error={errors.passphrase?.message}>
            {(field) => (
              <PasswordInput {...field} autoComplete="new-password" {...register('passphrase')} />
            )}
          </Field>
          <Field
            label="Private key"
            required
            className="sm:col-span-2"
            error={errors.privateKey?.message}
            hint="The whole text of the file. It is stored sealed and never shown again."
          >
            {(field) => <Textarea {...field} {...plain} rows={5} {...register('privateKey')} />}
          </Field>
        </>
      )}
    </>
  )
}

/** Asks for the key that may write to a bucket. */
export function S3SecretFields<Values>({ form: { formState, register } }: Props<Values>) {
  return (
    <BucketKeyFields
      errors={formState.errors}
      register={register}
      advice="Let it write to this folder and no more."
    />
  )
}
