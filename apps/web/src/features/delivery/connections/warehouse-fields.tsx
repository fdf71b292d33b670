import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { type ConnectionFormReturn, secretLabels, usualPorts } from './connection-values.ts'

const plain = { autoComplete: 'off', spellCheck: false, className: 'mono' } as const
const secretOptions = Object.entries(secretLabels).map(([value, label]) => ({
  value: value as keyof typeof secretLabels,
  label,
}))

/** Asks where a warehouse is, and which account reads it. */
export function WarehouseFields({
  form,
  kind,
}: {
  form: ConnectionFormReturn
  kind: 'postgres' | 'trino'
}) {
  const { control, formState, register, setValue, watch } = form
  const { errors } = formState
  const isToken = kind === 'trino' && watch('by') === 'token'
  return (
    <>
      <Field label="Host" required error={errors.host?.message}>
        {(field) => (
          <Input {...field} {...plain} placeholder="warehouse.example.com" {...register('host')} />
        )}
      </Field>
      <Field label="Port" optional error={errors.port?.message}>
        {(field) => (
          <Input
            {...field}
            {...plain}
            inputMode="numeric"
            placeholder={String(usualPorts[kind])}
            {...register('port')}
          />
        )}
      </Field>
      {kind === 'postgres' ? (
        <Field label="Database" required error={errors.database?.message}>
          {(field) => <Input {...field} {...plain} {...register('database')} />}
        </Field>
      ) : (
        <Field label="Catalog" required error={errors.catalog?.message}>
          {(field) => <Input {...field} {...plain} {...register('catalog')} />}
        </Field>
      )}
      <Field
        label="User"
        required
        error={errors.user?.message}
        hint="One that may read the tables you deliver, and nothing else."
      >
        {(field) => <Input {...field} {...plain} {...register('user')} />}
      </Field>
      {kind === 'trino' && (
        <Field label="Signs in by" required>
          {(field) => <FormSelect {...field} control={control} name="by" options={secretOptions} />}
        </Field>
      )}
      {isToken ? (
        <Field label="Token" required error={errors.token?.message} hint={sealedHint}>
          {(field) => (
            <PasswordInput {...field} autoComplete="new-password" {...register('token')} />
          )}
        </Field>
      ) : (
        <Field label="Password" required error={errors.password?.message} hint={sealedHint}>
          {(field) => (
            <PasswordInput {...field} autoComplete="new-password" {...register('password')} />
          )}
        </Field>
      )}
      <CheckboxField
        className="sm:col-span-2"
        label="Use TLS, and check the certificate"
        checked={watch('isTls')}
        onCheckedChange={(checked) => setValue('isTls', checked === true, { shouldDirty: true })}
      />
      {watch('isTls') && (
        <Field
          label="Certificate authority"
          optional
          className="sm:col-span-2"
          error={errors.caCertificate?.message}
          hint="In PEM, where the certificate is not signed by a public authority."
        >
          {(field) => <Textarea {...field} {...plain} rows={3} {...register('caCertificate')} />}
        </Field>
      )}
    </>
  )
}

const sealedHint = 'Stored sealed and never shown again.'
