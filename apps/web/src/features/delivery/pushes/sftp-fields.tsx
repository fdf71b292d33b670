import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { type DestinationFormReturn, secretKinds } from './destination-values.ts'
import { HostKeyField } from './host-key-field.tsx'

const secretOptions = Object.entries(secretKinds).map(([value, label]) => ({
  value: value as keyof typeof secretKinds,
  label,
}))

/** Asks for an SFTP server, its confirmed key, and what it lets in by. */
export function SftpFields({ form }: { form: DestinationFormReturn }) {
  const { control, formState, register, watch } = form
  const { errors } = formState
  const plain = { autoComplete: 'off', spellCheck: false, className: 'mono' } as const
  return (
    <>
      <Field label="Host" required error={errors.host?.message}>
        {(field) => (
          <Input {...field} {...plain} placeholder="sftp.example.com" {...register('host')} />
        )}
      </Field>
      <Field label="Port" required error={errors.port?.message}>
        {(field) => <Input {...field} {...plain} inputMode="numeric" {...register('port')} />}
      </Field>
      <HostKeyField form={form} />
      <Field label="User" required error={errors.username?.message}>
        {(field) => <Input {...field} {...plain} {...register('username')} />}
      </Field>
      <Field
        label="Folder"
        optional
        error={errors.folder?.message}
        hint="Relative to the user’s own folder, unless it begins with /. It is made if it is missing."
      >
        {(field) => <Input {...field} {...plain} placeholder="/incoming" {...register('folder')} />}
      </Field>
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
