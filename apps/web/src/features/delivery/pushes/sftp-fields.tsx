import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import type { DestinationFormReturn } from './destination-values.ts'
import { HostKeyField } from './host-key-field.tsx'
import { SftpSecretFields } from './secret-fields.tsx'

/** Asks for an SFTP server, its confirmed key, and what it lets in by. */
export function SftpFields({ form }: { form: DestinationFormReturn }) {
  const { formState, register } = form
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
      <SftpSecretFields form={form} />
    </>
  )
}
