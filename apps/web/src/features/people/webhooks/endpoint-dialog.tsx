import { zodResolver } from '@hookform/resolvers/zod'
import {
  type NewWebhookSecret,
  type WebhookEndpoint,
  type WebhookForm,
  webhookForm,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { EventFields } from './event-fields.tsx'

const useEndpointForm = (endpoint?: WebhookEndpoint) =>
  useForm<WebhookForm>({
    resolver: zodResolver(webhookForm),
    defaultValues: { url: endpoint?.url ?? '', types: endpoint?.types ?? [] },
  })

type AddEndpointProps = { onMade: (made: NewWebhookSecret) => void; onClose: () => void }

/** Asks for the address and the events of a new endpoint, and adds it. */
export function AddEndpoint({ onMade, onClose }: AddEndpointProps) {
  const queries = useQueryClient()
  const form = useEndpointForm()
  const create = useMutation(
    orpc.webhooks.create.mutationOptions({
      gcTime: 0, // the answer has the secret, which stays nowhere
      onSuccess: onMade,
      onError: (error) => showProblem('No endpoint was added', markFields(form, error)),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.webhooks.list.key() }),
    }),
  )
  return (
    <EndpointDialog
      title="New endpoint"
      action="Add Endpoint"
      form={form}
      isBusy={create.isPending}
      isDone={create.isSuccess}
      onSubmit={(values) => create.mutate(values)}
      onClose={onClose}
    />
  )
}

type ChangeEndpointProps = { endpoint: WebhookEndpoint; onClose: () => void }

/** Changes the address and the events of an endpoint. */
export function ChangeEndpoint({ endpoint, onClose }: ChangeEndpointProps) {
  const queries = useQueryClient()
  const form = useEndpointForm(endpoint)
  const change = useMutation(
    orpc.webhooks.update.mutationOptions({
      onSuccess: () => {
        notify.success('Endpoint changed')
        onClose()
      },
      onError: (error) => showProblem('Nothing was changed', markFields(form, error)),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.webhooks.key() }),
    }),
  )
  return (
    <EndpointDialog
      title="Change endpoint"
      action="Save Endpoint"
      form={form}
      isBusy={change.isPending}
      isDone={change.isSuccess}
      onSubmit={(values) => change.mutate({ endpointId: endpoint.id, ...values })}
      onClose={onClose}
    />
  )
}

type EndpointDialogProps = {
  title: string
  action: string
  form: UseFormReturn<WebhookForm>
  isBusy: boolean
  isDone: boolean
  onSubmit: (values: WebhookForm) => void
  onClose: () => void
}

function EndpointDialog(props: EndpointDialogProps) {
  const { title, action, form, isBusy, isDone, onSubmit, onClose } = props
  const { control, formState, register, handleSubmit } = form
  const formId = useId()
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={title}
      description="We post each event there as JSON, signed. It holds IDs and states; your program reads the rest with a key."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <UnsavedGuard when={formState.isDirty && !isBusy && !isDone} />
      <form id={formId} noValidate className="grid gap-5" onSubmit={handleSubmit(onSubmit)}>
        <Field
          label="Address"
          required
          error={formState.errors.url?.message}
          hint="A public address by HTTPS. Redirects are not followed."
        >
          {(field) => (
            <Input
              {...field}
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              className="mono"
              placeholder="https://example.com/webhooks"
              {...register('url')}
            />
          )}
        </Field>
        <EventFields control={control} />
      </form>
    </Dialog>
  )
}
