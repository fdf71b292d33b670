import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'

type Name = 'endpoint' | 'region' | 'bucket'

type BucketFieldsProps = {
  errors: FieldErrors<Record<Name, string>>
  register: (name: Name) => UseFormRegisterReturn
}

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
