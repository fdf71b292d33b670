import {
  type Attachment,
  type Dispute,
  type DisputeStatement,
  disputeAskLabels,
} from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { FileRow } from '@/components/blocks/file-row.tsx'
import { When } from '@/components/blocks/when.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { dateTime, usdExact } from '@/lib/format.ts'
import { startDownload } from '@/lib/start-download.ts'

const kinds: Record<DisputeStatement['kind'], string> = {
  claim: 'Claim',
  answer: 'Answer',
  statement: 'Statement',
}

/** What both parties have said, oldest first, with their evidence. */
export function StatementList({ dispute }: { dispute: Dispute }) {
  return (
    <ol className="divide-y border-t">
      {dispute.statements.map((one) => (
        <li key={one.id} className="flex gap-3 px-4 py-4 md:px-5">
          <Avatar name={nameOf(dispute, one.side)} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>
                <span className="font-medium text-base">{nameOf(dispute, one.side)}</span>{' '}
                <span className="text-muted-foreground text-sm">
                  {one.side}, {kinds[one.kind].toLowerCase()}
                </span>
              </span>
              <When at={one.createdAt} show={dateTime} className="text-muted-foreground text-sm" />
            </p>
            {one.asks && (
              <p className="mt-1 text-sm">
                <span className="text-muted-foreground">Asks for: </span>
                <span className="font-medium">
                  {disputeAskLabels[one.asks]}
                  {one.refundCents !== null && ` of ${usdExact(Number(one.refundCents))}`}
                </span>
              </p>
            )}
            <p className="mt-1 max-w-[80ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
              {one.body}
            </p>
            {one.files.length > 0 && (
              <ul aria-label="Evidence" className="mt-2 max-w-md divide-y rounded-sm border px-3">
                {one.files.map((file) => (
                  <FileRow
                    key={file.id}
                    name={file.fileName}
                    sizeBytes={file.bytes}
                    action={<DownloadEvidence file={file} />}
                  />
                ))}
              </ul>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

export const nameOf = (dispute: Dispute, side: 'client' | 'vendor') =>
  side === 'client' ? dispute.clientName : dispute.vendorName

function DownloadEvidence({ file: { id, fileName } }: { file: Attachment }) {
  const link = useMutation(
    orpc.disputes.evidenceLink.mutationOptions({
      onSuccess: ({ url }) => startDownload(url),
      onError: (error) => notify.error('File not downloaded', toProblem(error).message),
    }),
  )
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={`Download ${fileName}`}
      loading={link.isPending}
      onClick={() => link.mutate({ evidenceId: id })}
    >
      {!link.isPending && <Download aria-hidden />}
    </Button>
  )
}
