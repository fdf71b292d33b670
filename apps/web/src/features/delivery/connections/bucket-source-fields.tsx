import {
  BucketFields,
  BucketKeyFields,
  PathStyleField,
} from '@/components/blocks/bucket-fields.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import type { ConnectionFormReturn } from './connection-values.ts'

const plain = { autoComplete: 'off', spellCheck: false, className: 'mono' } as const

/** Asks for a bucket and the key that reads it. */
export function BucketSourceFields({ form }: { form: ConnectionFormReturn }) {
  const { formState, register, setValue, watch } = form
  const { errors } = formState
  return (
    <>
      <BucketFields errors={errors} register={register} />
      <BucketKeyFields
        errors={errors}
        register={register}
        advice="Let it read this prefix and no more."
      />
      <Field
        label="Prefix"
        optional
        className="sm:col-span-2"
        error={errors.prefix?.message}
        hint="What the names of the files begin with. CSV, JSON, Parquet and Excel files below it are listed."
      >
        {(field) => <Input {...field} {...plain} placeholder="exports/" {...register('prefix')} />}
      </Field>
      <PathStyleField
        isPathStyle={watch('isPathStyle')}
        onChange={(isPathStyle) => setValue('isPathStyle', isPathStyle, { shouldDirty: true })}
      />
    </>
  )
}
