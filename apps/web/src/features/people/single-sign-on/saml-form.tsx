import { type SingleSignOn, type SsoConnection, ssoSamlForm } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { orpc } from '@/lib/api/api.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { date } from '@/lib/format.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { CopyField } from './copy-field.tsx'
import { notifySaved, useShowSettings } from './sso-query.ts'

const valuesOf = ({ connection }: SingleSignOn) => ({
  metadataUrl: '',
  metadata: '',
  groupClaim: connection?.kind === 'saml' ? connection.groupClaim : 'groups',
  signsRequests: connection?.signsRequests ?? false,
})

/** Saves a SAML provider by its metadata, from an address or as text. */
export function SamlForm({ settings }: { settings: SingleSignOn }) {
  const { connection, ours } = settings
  const show = useShowSettings()
  const form = useForm({ defaultValues: valuesOf(settings) })
  const { formState, handleSubmit, register, reset, setError, setValue, watch } = form
  const { errors, isDirty } = formState
  const save = useMutation(
    orpc.singleSignOn.saveSaml.mutationOptions({
      onSuccess: (next) => {
        show(next)
        reset(valuesOf(next))
        notifySaved(settings, next, 'Its metadata was read.')
      },
      onError: (error) => showProblem('Not saved', markFields(form, error)),
    }),
  )
  const submit = handleSubmit(({ metadataUrl, metadata, ...rest }) => {
    if (!metadataUrl.trim() && !metadata.trim())
      return setError('metadataUrl', { message: 'Give the address, or the text below.' })
    const source = metadata.trim() ? { metadata } : { metadataUrl }
    const input = ssoSamlForm.safeParse({ ...source, ...rest })
    if (input.success) return save.mutate(input.data)
    for (const { path, message } of input.error.issues)
      setError(path[0] as 'metadata', { message }, { shouldFocus: true })
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 md:grid-cols-2">
      <UnsavedGuard when={isDirty && !save.isPending} />
      {connection?.kind === 'saml' && <SamlFacts connection={connection} />}
      <CopyField label="Entity ID, copy to your provider" text={ours.entityId} />
      <CopyField label="Address of answers (ACS)" text={ours.acsUrl} />
      <CopyField label="Our metadata" text={ours.metadataUrl} />
      <CopyField label="Our certificates, if asked for a file" text={ours.certificatesUrl} />
      <Field
        label="Address of your provider’s metadata"
        className="md:col-span-2"
        error={errors.metadataUrl?.message}
        hint="Read once, now. Save again after your provider has changed its certificate: both are accepted while its metadata has both."
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            autoComplete="off"
            spellCheck={false}
            className="mono"
            placeholder="https://login.example.com/metadata.xml"
            {...register('metadataUrl')}
          />
        )}
      </Field>
      <Field
        label="Or the metadata itself"
        className="md:col-span-2"
        error={errors.metadata?.message}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            spellCheck={false}
            className="mono"
            placeholder="<EntityDescriptor …"
            {...register('metadata')}
          />
        )}
      </Field>
      <Field label="Attribute with the groups" error={errors.groupClaim?.message}>
        {(control) => (
          <Input {...control} autoComplete="off" className="mono" {...register('groupClaim')} />
        )}
      </Field>
      <CheckboxField
        className="self-end"
        label="Sign our requests. Give your provider our metadata or certificates first. Where its metadata asks for signed requests, they are signed anyway."
        checked={watch('signsRequests')}
        onCheckedChange={(isOn) => setValue('signsRequests', isOn === true, { shouldDirty: true })}
      />
      <div className="md:col-span-2 max-md:[&>*]:w-full">
        <Button type="submit" loading={save.isPending}>
          Read and Save
        </Button>
      </div>
    </form>
  )
}

function SamlFacts({ connection }: { connection: SsoConnection }) {
  const certificate = ({ fingerprint, validUntil }: SsoConnection['certificates'][number]) => (
    <span key={fingerprint} className="block">
      <span className="mono">{fingerprint.slice(0, 16)}…</span> until {date(validUntil)}
    </span>
  )
  return (
    <DescriptionList
      className="md:col-span-2"
      rows={[
        { term: 'Provider', value: <span className="break-all">{connection.issuer}</span> },
        {
          term: 'Sign-in address',
          value: <span className="break-all">{connection.entryPoint}</span>,
        },
        { term: 'Certificates (SHA-256)', value: connection.certificates.map(certificate) },
        { term: 'Our requests', value: connection.signsRequests ? 'Signed' : 'Not signed' },
      ]}
    />
  )
}
