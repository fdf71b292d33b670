import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'

type FieldsProps<Name extends string> = {
  errors: FieldErrors<Record<Name, string>>
  register: (name: Name) => UseFormRegisterReturn
}

type BucketFieldsProps = FieldsProps<'endpoint' | 'region' | 'bucket'>

const plain = { autoComplete: 'off', spellCheck: false, className: 'mono' } as const

/** Asks where a bucket is. */
export function BucketFields({ errors, register }: BucketFieldsProps) {
  return (
    <>
      <Field
        label="Address of the store"
        required
        className="sm:col-span-2"
        error={errors.endpoint?.message}
        hint="Of any store that speaks S3, by HTTPS."
      >
        {(field) => (
          <Input
            {...field}
            {...plain}
            type="url"
            inputMode="url"
            placeholder="https://s3.eu-central-1.amazonaws.com"
            {...register('endpoint')}
          />
        )}
      </Field>
      <Field label="Region" required error={errors.region?.message}>
        {(field) => (
          <Input {...field} {...plain} placeholder="eu-central-1" {...register('region')} />
        )}
      </Field>
      <Field label="Bucket" required error={errors.bucket?.message}>
        {(field) => <Input {...field} {...plain} {...register('bucket')} />}
      </Field>
    </>
  )
}

type BucketKeyFieldsProps = FieldsProps<'accessKeyId' | 'secretAccessKey'> & {
  /** Says what the key should let Semblance do, and no more. */
  advice: string
}

/** Asks for the key of a store. */
export function BucketKeyFields({ errors, register, advice }: BucketKeyFieldsProps) {
  return (
    <>
      <Field label="Access key ID" required error={errors.accessKeyId?.message}>
        {(field) => <Input {...field} {...plain} {...register('accessKeyId')} />}
      </Field>
      <Field
        label="Secret access key"
        required
        error={errors.secretAccessKey?.message}
        hint={`Stored sealed and never shown again. ${advice}`}
      >
        {(field) => (
          <PasswordInput {...field} autoComplete="new-password" {...register('secretAccessKey')} />
        )}
      </Field>
    </>
  )
}

/** Asks how the store names the bucket. */
export function PathStyleField({
  isPathStyle,
  onChange,
}: {
  isPathStyle: boolean
  onChange: (isPathStyle: boolean) => void
}) {
  return (
    <CheckboxField
      className="sm:col-span-2"
      label="The bucket is named in the path, not in the host"
      checked={isPathStyle}
      onCheckedChange={(checked) => onChange(checked === true)}
    />
  )
}
