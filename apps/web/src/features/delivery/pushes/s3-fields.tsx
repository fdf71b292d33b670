import { BucketFields, PathStyleField } from '@/components/blocks/bucket-fields.tsx'
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
      <BucketFields errors={errors} register={register} />
      <S3SecretFields form={form} />
      <Field label="Folder" optional className="sm:col-span-2" error={errors.folder?.message}>
        {(field) => (
          <Input {...field} {...plain} placeholder="deliveries/semblance" {...register('folder')} />
        )}
      </Field>
      <PathStyleField
        isPathStyle={watch('isPathStyle')}
        onChange={(isPathStyle) => setValue('isPathStyle', isPathStyle, { shouldDirty: true })}
      />
    </>
  )
}
