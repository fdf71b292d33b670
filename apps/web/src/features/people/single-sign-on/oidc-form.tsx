import { zodResolver } from '@hookform/resolvers/zod'
import { type SingleSignOn, type SsoOidcForm, ssoOidcFields } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { orpc } from '@/lib/api/api.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { dayMonth } from '@/lib/format.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { CopyField } from './copy-field.tsx'
import { FoundNote } from './found-note.tsx'
import { notifySaved, useShowSettings } from './sso-query.ts'

const valuesOf = ({ connection }: SingleSignOn) => ({
  issuer: connection?.kind === 'oidc' ? connection.issuer : '',
  clientId: connection?.clientId ?? '',
  clientSecret: '',
  groupClaim: connection?.kind === 'oidc' ? connection.groupClaim : 'groups',
})

/** Saves an OpenID Connect provider, whose description the server reads first. */
export function OidcForm({ settings }: { settings: SingleSignOn }) {
  const { connection, ours } = settings
  const saved = connection?.kind === 'oidc' ? connection : null
  const show = useShowSettings()
  const [keepsSecret, setKeepsSecret] = useState(saved?.hasSecret ?? false)
  const form = useForm({
    resolver: zodResolver(ssoOidcFields),
    defaultValues: valuesOf(settings),
  })
  const { formState, handleSubmit, register, reset } = form
  const { errors, isDirty } = formState
  const save = useMutation(
    orpc.singleSignOn.saveOidc.mutationOptions({
      gcTime: 0, // the input has the secret, which stays nowhere
      onSuccess: (next) => {
        show(next)
        reset(valuesOf(next))
        setKeepsSecret(next.connection?.hasSecret ?? false)
        notifySaved(settings, next, 'Its description was read, and its keys were found.')
      },
      onError: (error) => showProblem('Not saved', markFields(form, error)),
    }),
  )
  const submit = handleSubmit(({ clientSecret, ...values }) => {
    const secret: Pick<SsoOidcForm, 'clientSecret'> = keepsSecret
      ? {}
      : { clientSecret: clientSecret || null }
    save.mutate({ ...values, ...secret })
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 md:grid-cols-2">
      <UnsavedGuard when={isDirty && !save.isPending} />
      <Field
        label="Issuer"
        required
        className="md:col-span-2"
        error={errors.issuer?.message}
        hint={
          saved && !isDirty ? (
            <FoundNote>
              Discovery read {dayMonth(saved.readAt)}, keys found: {saved.keyCount}
            </FoundNote>
          ) : (
            'The address below which /.well-known/openid-configuration is.'
          )
        }
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            autoComplete="off"
            spellCheck={false}
            className="mono"
            placeholder="https://login.example.com"
            {...register('issuer')}
          />
        )}
      </Field>
      <Field label="Client ID" required error={errors.clientId?.message}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            className="mono"
            {...register('clientId')}
          />
        )}
      </Field>
      <Field
        label="Client secret"
        optional={!keepsSecret}
        error={errors.clientSecret?.message}
        action={
          keepsSecret && (
            <button type="button" className="link text-sm" onClick={() => setKeepsSecret(false)}>
              Replace
            </button>
          )
        }
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            disabled={keepsSecret}
            placeholder={keepsSecret ? '••••••••••••' : ''}
            {...register('clientSecret')}
          />
        )}
      </Field>
      <CopyField
        label="Redirect URL, copy to your provider"
        text={ours.redirectUrl}
        className="md:col-span-2"
      />
      <Field
        label="Claim with the groups"
        error={errors.groupClaim?.message}
        hint="The provider may leave it out; then nobody has a group."
      >
        {(control) => (
          <Input {...control} autoComplete="off" className="mono" {...register('groupClaim')} />
        )}
      </Field>
      <div className="md:col-span-2 max-md:[&>*]:w-full">
        <Button type="submit" loading={save.isPending}>
          Test and Save
        </Button>
      </div>
    </form>
  )
}
