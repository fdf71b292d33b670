import type { ContractDetail } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { ConsentList } from '@/components/blocks/agreement/consent-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { savePdf } from '@/lib/files/save-file.ts'
import { date } from '@/lib/format.ts'

/** Shows which document states the agreed terms, with the hashes by which it is known and the consents to it. */
export function AgreementPanel({ contract }: { contract: ContractDetail }) {
  const { id, side, revision, agreement } = contract
  return (
    <Panel title="Agreement">
      {agreement ? (
        <>
          <dl className="grid gap-3 text-base">
            <Entry label="Revision">{revision}</Entry>
            <Entry label="Drawn">
              <TimeText at={agreement.drawnAt} show={date} />
            </Entry>
            <Entry label="SHA-256 of the document">
              <Hash value={agreement.documentSha256} />
            </Entry>
            <Entry label="SHA-256 of the terms">
              <Hash value={agreement.termsSha256} />
            </Entry>
            {agreement.agreementSha256 && (
              <Entry label="SHA-256 of the agreement">
                <Hash value={agreement.agreementSha256} />
              </Entry>
            )}
            <ConsentList consents={agreement.consents} />
          </dl>
          <div className="mt-4 flex flex-wrap gap-2">
            <SaveDocument contractId={id} revision={revision} name="agreement" label="Agreement" />
            {side === 'client' && (
              <SaveDocument
                contractId={id}
                revision={revision}
                name="fee-annex"
                label="Fee annex"
              />
            )}
          </div>
        </>
      ) : (
        <p className="text-base text-muted-foreground">
          No agreement document is on record for revision {revision}.
        </p>
      )}
    </Panel>
  )
}

function Entry({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Hash = ({ value }: { value: string }) => (
  <code className="text-xs [overflow-wrap:anywhere]">{value}</code>
)

type Saved = {
  contractId: string
  revision: number
  name: 'agreement' | 'fee-annex'
  label: string
}

function SaveDocument({ contractId, revision, name, label }: Saved) {
  const download = useMutation({
    mutationFn: () =>
      savePdf(
        `/api/contracts/${contractId}/revisions/${revision}/${name}.pdf`,
        `${contractId}-${name}-${revision}.pdf`,
      ),
    onError: () =>
      notify.error(`${label} not downloaded`, 'Check your connection and try again in a moment.'),
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
