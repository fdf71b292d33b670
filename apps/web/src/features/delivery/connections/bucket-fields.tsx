import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import type { ConnectionFormReturn } from './connection-values.ts'

const plain = { autoComplete: 'off', spellCheck: false, className: 'mono' } as const

/** Asks for a bucket and the key that reads it. */
export function BucketFields({ form }: { form: ConnectionFormReturn }) {
  const { formState, register, setValue, watch } = form
  const { errors } = formState
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
      <Field label="Access key ID" required error={errors.accessKeyId?.message}>
        {(field) => <Input {...field} {...plain} {...register('accessKeyId')} />}
      </Field>
      <Field
        label="Secret access key"
        required
        error={errors.secretAccessKey?.message}
        hint="Stored sealed and never shown again. Let it read this prefix and no more."
      >
        {(field) => (
          <PasswordInput {...field} autoComplete="new-password" {...register('secretAccessKey')} />
        )}
      </Field>
      <Field
        label="Prefix"
        optional
        className="sm:col-span-2"
        error={errors.prefix?.message}
        hint="What the names of the files begin with. CSV, JSON, Parquet and Excel files below it are listed."
      >
        {(field) => <Input {...field} {...plain} placeholder="exports/" {...register('prefix')} />}
      </Field>
      <CheckboxField
        className="sm:col-span-2"
        label="The bucket is named in the path, not in the host"
        checked={watch('isPathStyle')}
        onCheckedChange={(checked) =>
          setValue('isPathStyle', checked === true, { shouldDirty: true })
        }
      />
    </>
  )
}
