import {
  type Dispute,
  type DisputeStatement,
  disputeAskLabels,
  type Side,
} from '@semblance/contract'
import { AttachmentList } from '@/components/blocks/files/attachment-list.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'
import { api } from '@/lib/api/api.ts'
import { dateTime, usdExact } from '@/lib/format.ts'

const kinds: Record<DisputeStatement['kind'], string> = {
  claim: 'Claim',
  answer: 'Answer',
  statement: 'Statement',
}

/** Lists both parties' statements, oldest first, with their evidence. */
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
              <TimeText
                at={one.createdAt}
                show={dateTime}
                className="text-muted-foreground text-sm"
              />
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
            <AttachmentList
              aria-label="Evidence"
              attachments={one.files}
              onAskLink={(evidenceId) => api.disputes.evidenceLink({ evidenceId })}
              className="mt-2 max-w-md rounded-sm"
            />
          </div>
        </li>
      ))}
    </ol>
  )
}

export const nameOf = (dispute: Dispute, side: Side) =>
  side === 'client' ? dispute.clientName : dispute.vendorName
