import { zodResolver } from '@hookform/resolvers/zod'
import { type Ticket, type TicketForm, ticketForm, ticketPriorities } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { Panel } from '@/components/blocks/panel.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { titleCase } from '@/lib/format.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { fullName } from '@/lib/forms/names.ts'
import { usePersistedForm } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'

type Values = z.input<typeof ticketForm>

const priorityOptions = ticketPriorities.map((value) => ({ value, label: titleCase(value) }))
const required = ['name', 'email', 'subject', 'message'] as const

/** Sends a ticket; with ?contract=CTR-2001 it reports an issue with that contract. */
export function ContactForm({ onSent }: { onSent: (ticket: Ticket) => void }) {
  const { user, profile } = useAuth()
  const [params] = useSearchParams()
  const queries = useQueryClient()
  const contractId = params.get('contract') ?? ''
  const to = params.get('to') === 'vendor' && contractId ? 'vendor' : 'platform'
  const form = useForm<Values, unknown, TicketForm>({
    resolver: zodResolver(ticketForm),
    defaultValues: {
      name: profile ? fullName(profile) : '',
      email: user?.email ?? '',
      subject: '',
      priority: 'medium',
      message: '',
      contractId,
      to,
    },
  })
  const forget = usePersistedForm(form, contractId ? `support.${contractId}.${to}` : 'support')
  const { control, formState, getValues, register } = form
  const { errors, isDirty } = formState
  const send = useMutation(
    orpc.support.open.mutationOptions({
      onSuccess: (ticket) => {
        forget()
        notify.success(
          'Message Sent',
          `Your ticket is ${ticket.id}${ticket.vendorName ? `; it went to ${ticket.vendorName}` : ''}. We have mailed you a receipt.`,
        )
        onSent(ticket)
      },
      onError: (error) => {
        notify.error('Message not sent', markFields(form, error).message)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.support.key() }),
    }),
  )
  const submit = form.handleSubmit(
    (values) => {
      notify.dismiss()
      send.mutate(values)
    },
    () => {
      notify.dismiss()
      if (required.some((name) => !getValues(name).trim()))
        notify.error('Error', 'Please fill in all required fields')
    },
  )
  return (
    <Panel
      title={
        to === 'vendor' ? 'Ask the vendor' : contractId ? 'Report an issue' : 'Send us a message'
      }
      description={
        to === 'vendor'
          ? `Your question about the data of ${contractId} goes to its vendor, who supports it as agreed. Our staff can read it, and answer once you ask them to step in.`
          : contractId
            ? `Tell us what is wrong with ${contractId}. We see what was agreed and paid.`
            : undefined
      }
    >
      <UnsavedGuard when={isDirty && !send.isPending && !send.isSuccess} onLeave={forget} />
      <form noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={errors.name?.message}>
          {(props) => <Input {...props} autoComplete="name" {...register('name')} />}
        </Field>
        <Field label="Email" required error={errors.email?.message}>
          {(props) => <Input {...props} type="email" autoComplete="email" {...register('email')} />}
        </Field>
        <Field label="Subject" required error={errors.subject?.message} className="sm:col-span-2">
          {(props) => <Input {...props} autoComplete="off" {...register('subject')} />}
        </Field>
        <Field label="Priority" required error={errors.priority?.message}>
          {(props) => (
            <FormSelect {...props} control={control} name="priority" options={priorityOptions} />
          )}
        </Field>
        <Field
          label="Contract"
          optional
          hint="If it is about one, such as CTR-2041."
          error={errors.contractId?.message}
        >
          {(props) => (
            <Input {...props} className="mono" autoComplete="off" {...register('contractId')} />
          )}
        </Field>
        <Field label="Message" required error={errors.message?.message} className="sm:col-span-2">
          {(props) => <Textarea {...props} rows={6} {...register('message')} />}
        </Field>
        <div className="sm:col-span-2">
          <Button type="submit" loading={send.isPending}>
            Send Message
          </Button>
        </div>
      </form>
    </Panel>
  )
}
