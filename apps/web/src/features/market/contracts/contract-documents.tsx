import type { ContractDetail, Invoice } from '@semblance/contract'
import { invoiceKindLabels } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown, FileDown, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConsentList } from '@/components/blocks/agreement/consent-list.tsx'
import { DownloadDocument } from '@/components/blocks/files/download-document.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { ShortHash } from '@/components/blocks/text/short-hash.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { savePdf } from '@/lib/files/save-file.ts'
import { date, usdExact } from '@/lib/format.ts'

type ContractDocumentsProps = {
  contract: ContractDetail
  /** The reader's own, newest first. */
  invoices: readonly Invoice[]
  /** Further documents, each an entry of the list. */
  children: ReactNode
}

/** Lists the documents of a contract, each to be saved, with the hashes by which the agreement is known. */
export function ContractDocuments({ contract, invoices, children }: ContractDocumentsProps) {
  const { id, side, revision, agreement } = contract
  return (
    <Panel title="Documents" bodyClassName="pb-3!">
      <ul className="divide-y">
        <DocumentRow
          name="Contract"
          note="as it stands now"
          action={
            <SavePdf
              path={`/api/contracts/${id}/contract.pdf`}
              name={`${id}-contract.pdf`}
              label="Download Contract"
              noun="Contract"
            />
          }
        />
        {agreement && (
          <>
            <AgreementRow contractId={id} revision={revision} name="agreement" label="Agreement">
              drawn {date(agreement.drawnAt)}, revision {revision}
            </AgreementRow>
            {side === 'client' && (
              <AgreementRow contractId={id} revision={revision} name="fee-annex" label="Fee annex">
                the platform fee, for you alone
              </AgreementRow>
            )}
          </>
        )}
        {invoices.map((invoice) => (
          <DocumentRow
            key={invoice.number}
            name={invoice.number}
            note={`${invoiceKindLabels[invoice.kind]}, ${usdExact(invoice.amountCents)}`}
            action={<DownloadDocument number={invoice.number} noun="Invoice" />}
          />
        ))}
        {children}
      </ul>
      <AgreementHashes contract={contract} />
    </Panel>
  )
}

type DocumentRowProps = { name: string; note: ReactNode; action: ReactNode }

/** Shows one document; belongs in a list. */
export function DocumentRow({ name, note, action }: DocumentRowProps) {
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-sm bg-muted text-muted-foreground"
      >
        <FileText className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <div>{name}</div>
        <div className="text-muted-foreground text-xs [overflow-wrap:anywhere]">{note}</div>
      </div>
      {action}
    </li>
  )
}

type AgreementRowProps = {
  contractId: string
  revision: number
  name: 'agreement' | 'fee-annex'
  label: string
  children: ReactNode
}

function AgreementRow({ contractId, revision, name, label, children }: AgreementRowProps) {
  const file = `${contractId}-${name}-${revision}.pdf`
  return (
    <DocumentRow
      name={label}
      note={children}
      action={
        <SavePdf
          path={`/api/contracts/${contractId}/revisions/${revision}/${name}.pdf`}
          name={file}
          label={label}
          noun={label}
        />
      }
    />
  )
}

type SavePdfProps = { path: string; name: string; label: string; noun: string }

function SavePdf({ path, name, label, noun }: SavePdfProps) {
  const download = useMutation({
    mutationFn: () => savePdf(path, name),
    onError: () =>
      notify.error(`${noun} not downloaded`, 'Check your connection and try again in a moment.'),
  })
  return (
    <Button
      variant="outline"
      size="sm"
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {!download.isPending && <FileDown aria-hidden />}
      {label}
    </Button>
  )
}

function AgreementHashes({ contract: { agreement, revision } }: { contract: ContractDetail }) {
  if (!agreement)
    return (
      <p className="border-t pt-3 text-muted-foreground text-sm">
        No agreement document is on record for revision {revision}.
      </p>
    )
  return (
    <details className="group border-t">
      <summary className="flex w-fit cursor-pointer items-center gap-1.5 pt-3 font-medium text-primary text-sm max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        Consents and hashes of the agreement
        <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      <dl className="mt-3 grid gap-3 text-base">
        <Hash label="SHA-256 of the document" value={agreement.documentSha256} />
        <Hash label="SHA-256 of the terms" value={agreement.termsSha256} />
        {agreement.agreementSha256 && (
          <Hash label="SHA-256 of the agreement" value={agreement.agreementSha256} />
        )}
        <ConsentList consents={agreement.consents} />
      </dl>
    </details>
  )
}

const Hash = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-muted-foreground text-sm">{label}</dt>
    <dd>
      <ShortHash value={value} />
    </dd>
  </div>
)
