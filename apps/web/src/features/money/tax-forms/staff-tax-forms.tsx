import { zodResolver } from '@hookform/resolvers/zod'
import { reasonForm, type TaxFormForStaff, taxFormKinds } from '@semblance/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { AttachmentList } from '@/components/blocks/files/attachment-list.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { date, dateTime } from '@/lib/format.ts'
import { countryName } from '@/lib/forms/business-labels.ts'
import { paths } from '@/paths.ts'

export const waitingTaxFormsQuery = orpc.taxForms.staff.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

/** Lists the tax forms that wait for staff, the longest first, each with its document and a decision. */
export function StaffTaxForms() {
  const query = useInfiniteQuery(waitingTaxFormsQuery)
  return (
    <div className="card overflow-hidden">
      <PagedList
        query={query}
        errorTitle="Tax forms did not load"
        empty={
          <EmptyState title="No tax form waits">
            What organizations upload appears here until you accept or refuse it.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y">
            {rows.map((form) => (
              <WaitingForm key={form.id} form={form} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

function WaitingForm({ form }: { form: TaxFormForStaff }) {
  const { id, kind, signedOn, lastDay, organization, organizationName, country, document } = form
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:px-5">
      <div className="min-w-0">
        <p className="text-base">
          <Link
            to={paths.adminOrganization(organization)}
            className="link font-semibold [overflow-wrap:anywhere]"
          >
            {organizationName}
          </Link>
          <span className="text-muted-foreground">, {countryName(country)}</span>
        </p>
        <p className="mt-1 text-base">
          {taxFormKinds[kind]}, signed {date(signedOn)}
          {lastDay && `, to the end of ${date(lastDay)}`}
        </p>
        <p className="text-muted-foreground text-sm">
          Uploaded <TimeText at={document.uploadedAt} show={dateTime} />
        </p>
        <AttachmentList
          attachments={[document]}
          onAskLink={() => api.taxForms.staff.open({ taxFormId: id })}
          className="mt-2 rounded-sm"
        />
      </div>
      <Decide form={form} />
    </li>
  )
}

function Decide({ form: { id, organizationName } }: { form: TaxFormForStaff }) {
  const client = useQueryClient()
  const [isRefusing, setRefusing] = useState(false)
  const refusal = useForm({ resolver: zodResolver(reasonForm), defaultValues: { reason: '' } })
  const outcome = (title: string, text: string) => ({
    onSuccess: () => {
      notify.success(title, text)
      return client.invalidateQueries({ queryKey: orpc.taxForms.key() })
    },
    onError: (error: Error) => {
      notifyProblem('Not decided', error)
      return client.invalidateQueries({ queryKey: orpc.taxForms.key() })
    },
  })
  const accept = useMutation(
    orpc.taxForms.staff.accept.mutationOptions(
      outcome('Tax form accepted', `${organizationName} was told.`),
    ),
  )
  const refuse = useMutation(
    orpc.taxForms.staff.refuse.mutationOptions(
      outcome('Tax form refused', `${organizationName} was told why.`),
    ),
  )
  if (!isRefusing)
    return (
      <div className="flex flex-wrap items-start gap-2.5 md:justify-end">
        <Button loading={accept.isPending} onClick={() => accept.mutate({ taxFormId: id })}>
          Accept
        </Button>
        <Button variant="outline" onClick={() => setRefusing(true)}>
          Refuse
        </Button>
      </div>
    )
  return (
    <form
      noValidate
      className="grid content-start gap-3"
      onSubmit={refusal.handleSubmit(({ reason }) => refuse.mutate({ taxFormId: id, reason }))}
    >
      <Field
        label="Reason"
        required
        hint="The organization reads it."
        error={refusal.formState.errors.reason?.message}
      >
        {(control) => (
          <Textarea {...control} rows={3} maxLength={1000} {...refusal.register('reason')} />
        )}
      </Field>
      <div className="flex gap-2.5">
        <Button type="submit" variant="destructive" loading={refuse.isPending}>
          Refuse
        </Button>
        <Button variant="outline" onClick={() => setRefusing(false)}>
          Go back
        </Button>
      </div>
    </form>
  )
}
