import {
  documentKeptDays,
  isTaxFormExpired,
  likelyTaxForm,
  type TaxForm,
  taxFormKinds,
} from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AttachmentList } from '@/components/blocks/files/attachment-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { date } from '@/lib/format.ts'
import { taxFormTexts } from '@/lib/forms/tax-form-texts.ts'
import { UploadTaxForm } from './upload-tax-form.tsx'

export const taxFormsQuery = orpc.taxForms.get.queryOptions()

/** Shows the organization's tax form and how it stands; who sees to money opens and uploads it. */
export function TaxFormPanel({ canManage }: { canManage: boolean }) {
  const query = useQuery(taxFormsQuery)
  const own = useQuery(orpc.organizations.get.queryOptions())
  return (
    <Panel
      title="Tax form"
      description="W-9 of companies in the United States, W-8BEN-E of others. We hold the document; we do not check what it says."
      className="mt-5 max-w-[1080px]"
    >
      <QueryState query={query} errorTitle="The tax form did not load">
        {({ forms }) => (
          <div className="grid gap-4">
            {forms.length === 0 && (
              <p className="text-base text-muted-foreground">None was uploaded.</p>
            )}
            {forms.map((form) => (
              <FormOnFile key={form.id} form={form} canOpen={canManage} />
            ))}
            {canManage && own.data ? (
              <UploadTaxForm
                key={forms[0]?.id}
                likelyKind={forms[0]?.kind ?? likelyTaxForm(own.data.country)}
                isNewer={forms.length > 0}
              />
            ) : (
              !canManage && (
                <p className="text-muted-foreground text-sm">
                  Administrators and members with the role Finance upload and open it.
                </p>
              )
            )}
            <p className="border-t pt-3 text-muted-foreground text-sm">
              Payouts do not wait for it. Whether your organization owes a form, and which, is not
              ours to say: ask your tax adviser. A form that was replaced is destroyed{' '}
              {documentKeptDays} days later.
            </p>
          </div>
        )}
      </QueryState>
    </Panel>
  )
}

function FormOnFile({ form, canOpen }: { form: TaxForm; canOpen: boolean }) {
  const { id, kind, signedOn, lastDay, reason, document } = form
  return (
    <article aria-label={taxFormKinds[kind]} className="grid gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3 text-base">
        <span className="font-semibold">{taxFormKinds[kind]}</span>
        <Mark form={form} />
        <span className="text-muted-foreground">
          Signed {date(signedOn)}
          {lastDay && `, to the end of ${date(lastDay)}`}
        </span>
      </p>
      {reason && <p className="text-base [overflow-wrap:anywhere]">Reason: {reason}</p>}
      <AttachmentList
        attachments={[document]}
        onAskLink={canOpen ? () => api.taxForms.open({ taxFormId: id }) : undefined}
        className="rounded-sm"
      />
    </article>
  )
}

function Mark({ form }: { form: TaxForm }): ReactNode {
  const today = new Date().toISOString().slice(0, 10)
  const status = form.state === 'accepted' && isTaxFormExpired(form, today) ? 'expired' : form.state
  const tones = {
    waiting: 'bg-st-info-bg text-st-info-fg',
    accepted: 'bg-st-success-bg text-st-success-fg',
    refused: 'bg-st-danger-bg text-st-danger-fg',
    expired: 'bg-st-warn-bg text-st-warn-fg',
  }
  return (
    <span className={`rounded-xs px-2 py-0.5 font-medium text-sm ${tones[status]}`}>
      {status === 'waiting' ? 'Waits for our staff' : taxFormTexts[status].label}
    </span>
  )
}
