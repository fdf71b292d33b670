import { zodResolver } from '@hookform/resolvers/zod'
import { type SingleSignOn, type SsoDomain, ssoDomainForm } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { type Variant, VariantBadge } from '@/components/blocks/states/variant-badge.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { dayMonth } from '@/lib/format.ts'
import { CopyField } from './copy-field.tsx'
import { useShowSettings } from './sso-query.ts'

/** Shows the domains of the organization, each with the record that proves it. */
export function DomainsPanel({ settings }: { settings: SingleSignOn }) {
  const { domains } = settings
  return (
    <Panel
      title="Email domains"
      description="Addresses at a proved domain sign in through your provider. Subdomains are domains of their own."
    >
      <div className="grid gap-4">
        {domains.map((domain) => (
          <DomainRow key={domain.id} domain={domain} isInUse={settings.connection !== null} />
        ))}
        <AddDomain isFirst={domains.length === 0} />
      </div>
    </Panel>
  )
}

const variantOf = ({ provedAt, missingSince }: SsoDomain): Variant => {
  if (missingSince)
    return {
      label: `Record gone since ${dayMonth(missingSince)}`,
      tone: 'warn',
      icon: TriangleAlert,
    }
  if (provedAt)
    return { label: `DNS record found ${dayMonth(provedAt)}`, tone: 'success', icon: CircleCheck }
  return { label: 'Not proved yet', tone: 'neutral', icon: CircleDashed }
}

function DomainRow({ domain, isInUse }: { domain: SsoDomain; isInUse: boolean }) {
  const show = useShowSettings()
  const [isRemoving, setRemoving] = useState(false)
  const [note, setNote] = useState('')
  const check = useMutation(
    orpc.singleSignOn.checkDomain.mutationOptions({
      onMutate: () => setNote(''),
      onSuccess: (settings) => {
        show(settings)
        notify.success(`${domain.domain} is proved`)
      },
      onError: (error) => setNote(toProblem(error).message),
    }),
  )
  const isOpen = domain.provedAt === null || domain.missingSince !== null
  return (
    <div className="rounded-md border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 font-medium text-base [overflow-wrap:anywhere]">{domain.domain}</p>
        <VariantBadge variant={variantOf(domain)} bare />
        <div className="ml-auto flex gap-2">
          {isOpen && (
            <Button
              size="sm"
              variant="soft"
              loading={check.isPending}
              onClick={() => check.mutate({ domainId: domain.id })}
            >
              Check Record
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        </div>
      </div>
      {isOpen && (
        <div className="mt-3 grid gap-3">
          <p className="max-w-[72ch] text-muted-foreground text-sm">
            Add this TXT record where your domain’s DNS is kept, then check it. Leave it there: it
            is looked up every day, and the proof ends seven days after it is gone.
          </p>
          <div className="grid gap-3 md:grid-cols-2">
            <CopyField label="Name of the record" text={domain.recordName} />
            <CopyField label="Text of the record" text={domain.recordText} />
          </div>
          <p role="status" className="text-sm text-st-danger-fg empty:hidden">
            {note}
          </p>
        </div>
      )}
      {isRemoving && (
        <RemoveDomain domain={domain} isInUse={isInUse} onClose={() => setRemoving(false)} />
      )}
    </div>
  )
}

type RemoveDomainProps = { domain: SsoDomain; isInUse: boolean; onClose: () => void }

function RemoveDomain({ domain, isInUse, onClose }: RemoveDomainProps) {
  const show = useShowSettings()
  const remove = useMutation(
    orpc.singleSignOn.removeDomain.mutationOptions({
      onSuccess: show,
      onError: (error) => notifyProblem('Not removed', error),
      onSettled: onClose,
    }),
  )
  return (
    <ConfirmDialog
      open
      isDestructive
      onOpenChange={onClose}
      title={`Give up ${domain.domain}?`}
      description={
        isInUse
          ? 'Addresses at this domain no longer sign in through your provider. The members stay, and sign in by other ways.'
          : 'You can claim it again; the record will have another text.'
      }
      action="Remove Domain"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ domainId: domain.id })}
    />
  )
}

function AddDomain({ isFirst }: { isFirst: boolean }) {
  const show = useShowSettings()
  const { formState, handleSubmit, register, reset, setError } = useForm({
    resolver: zodResolver(ssoDomainForm),
    defaultValues: { domain: '' },
  })
  const add = useMutation(
    orpc.singleSignOn.addDomain.mutationOptions({
      onSuccess: (settings) => {
        reset()
        show(settings)
      },
      onError: (error) =>
        setError('domain', { message: toProblem(error).message }, { shouldFocus: true }),
    }),
  )
  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) => add.mutate(values))}
      className="flex flex-wrap items-start gap-x-3 gap-y-2"
    >
      <Field
        label={isFirst ? 'Email domain' : 'Another domain'}
        error={formState.errors.domain?.message}
        className="flex-1 basis-56"
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            placeholder="example.com"
            {...register('domain')}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant={isFirst ? 'primary' : 'outline'}
        className="mt-[25px] max-sm:mt-0 max-sm:w-full"
        loading={add.isPending}
      >
        Add Domain
      </Button>
    </form>
  )
}
