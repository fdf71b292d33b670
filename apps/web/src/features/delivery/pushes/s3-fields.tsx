import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import type { DestinationFormReturn } from './destination-values.ts'
import { S3SecretFields } from './secret-fields.tsx'

/** Asks for a bucket and the key that may write to it. */
export function S3Fields({ form }: { form: DestinationFormReturn }) {
  const { formState, register, setValue, watch } = form
  const { errors } = formState
  const plain = { autoComplete: 'off', spellCheck: false, className: 'mono' } as const
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
      <S3SecretFields form={form} />
      <Field label="Folder" optional className="sm:col-span-2" error={errors.folder?.message}>
        {(field) => (
          <Input {...field} {...plain} placeholder="deliveries/semblance" {...register('folder')} />
        )}
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
