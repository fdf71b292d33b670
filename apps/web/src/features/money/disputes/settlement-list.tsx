import { type Dispute, disputeCan, isLive, type Settlement } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { dateTime } from '@/lib/format.ts'
import { useMayCallAs } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { ProposeSettlement } from './propose-settlement.tsx'
import { Shares } from './shares.tsx'
import { nameOf } from './statement-list.tsx'
import { useDisputeAction } from './use-dispute-action.ts'

/** Lists the proposed settlements, newest first; pending ones with the reader's actions. */
export function SettlementList({ dispute }: { dispute: Dispute }) {
  if (dispute.settlements.length === 0) return null
  return (
    <section aria-label="Settlement proposals" className="card px-4 py-4 md:px-5">
      <h3 className="font-medium text-base">Settlement proposals</h3>
      <ol className="mt-2 grid gap-3">
        {dispute.settlements.toReversed().map((settlement) => (
          <li key={settlement.id} className="rounded-sm border px-3 py-3">
            <SettlementRow dispute={dispute} settlement={settlement} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type RowProps = { dispute: Dispute; settlement: Settlement }

function SettlementRow({ dispute, settlement }: RowProps) {
  const { toVendorCents, toClientCents, feeReturnedCents, note, status, createdAt } = settlement
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="text-base">
          <span className="font-medium">{nameOf(dispute, settlement.side)}</span>{' '}
          <span className="num text-muted-foreground text-sm">{dateTime(createdAt)}</span>
        </span>
        <StatusBadge domain="settlement" status={status} bare />
      </p>
      <p className="mt-1 text-base">
        <Money exact cents={Number(toVendorCents)} className="font-semibold" /> to the vendor,{' '}
        <Money exact cents={Number(toClientCents)} className="font-semibold" /> back to the client
        {feeReturnedCents > 0n && (
          <span className="text-muted-foreground">
            {' '}
            and <Money exact cents={Number(feeReturnedCents)} /> of the fee
          </span>
        )}
      </p>
      {note && (
        <p className="mt-1 max-w-[80ch] whitespace-pre-line text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {note}
        </p>
      )}
      {isLive(dispute) && dispute.side !== null && (
        <SettlementActions dispute={dispute} settlement={settlement} />
      )}
    </>
  )
}

function SettlementActions({ dispute, settlement }: RowProps) {
  const { id: settlementId } = settlement
  const may = useMayCallAs(dispute.side, 'disputes.reject', 'disputes.retract')
  const reject = useMutation(
    orpc.disputes.reject.mutationOptions({
      ...useDisputeAction('Settlement not rejected'),
      onSuccess: () => notify.success('Settlement Rejected'),
    }),
  )
  const retract = useMutation(
    orpc.disputes.retract.mutationOptions({
      ...useDisputeAction('Settlement not withdrawn'),
      onSuccess: () => notify.success('Settlement Withdrawn'),
    }),
  )
  const signInFirst = useRequireSignIn()
  if (disputeCan.retract(settlement))
    return (
      may && (
        <div className="mt-3">
          <Button
            size="sm"
            variant="outline"
            loading={retract.isPending}
            onClick={() => signInFirst(() => retract.mutate({ settlementId }))}
          >
            Withdraw Proposal
          </Button>
        </div>
      )
    )
  if (!disputeCan.decide(settlement)) return null
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <AcceptSettlement dispute={dispute} settlement={settlement} />
      <ProposeSettlement dispute={dispute} counters={settlement} />
      {may && (
        <Button
          size="sm"
          variant="ghost"
          loading={reject.isPending}
          onClick={() => signInFirst(() => reject.mutate({ settlementId }))}
        >
          Reject
        </Button>
      )}
    </div>
  )
}

function AcceptSettlement({ dispute, settlement }: RowProps) {
  const may = useMayCallAs(dispute.side, 'disputes.accept')
  const [isOpen, setIsOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  const accept = useMutation(
    orpc.disputes.accept.mutationOptions({
      ...useDisputeAction('Settlement not accepted'),
      onSuccess: () => {
        notify.success('Dispute Settled', 'The money has been shared out as agreed.')
        setIsOpen(false)
      },
    }),
  )
  if (!may) return null
  return (
    <>
      <Button size="sm" onClick={() => signInFirst(() => setIsOpen(true))}>
        Accept
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Accept this settlement?"
        description="The dispute ends, the contract closes, and the money is shared out at once. This cannot be undone."
        action="Accept Settlement"
        isBusy={accept.isPending}
        onConfirm={() => accept.mutate({ settlementId: settlement.id })}
      >
        <Shares stake={dispute.stake} toVendorCents={settlement.toVendorCents} />
      </ConfirmDialog>
    </>
  )
}
