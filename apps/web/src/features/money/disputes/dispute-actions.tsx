import { type Dispute, disputeCan } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { usdExact } from '@/lib/format.ts'
import { useMayCallAs } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { AddStatement, AnswerDispute } from './answer-dispute.tsx'
import { ProposeSettlement } from './propose-settlement.tsx'
import { useDisputeAction } from './use-dispute-action.ts'

/** Offers a party's actions on a live dispute. */
export function DisputeActions({ dispute }: { dispute: Dispute }) {
  const mayState = useMayCallAs(
    dispute.side,
    'disputes.answer',
    'disputes.addStatement',
    'disputes.escalate',
    'disputes.withdraw',
  )
  const hasOwnProposal = dispute.settlements.some(
    ({ isOwn, status }) => isOwn && status === 'pending',
  )
  return (
    <div className="grid gap-2 border-t px-4 py-4 empty:hidden md:px-5">
      {disputeCan.answer(dispute) && mayState && <AnswerDispute dispute={dispute} />}
      {disputeCan.settle(dispute) && !hasOwnProposal && <ProposeSettlement dispute={dispute} />}
      {disputeCan.state(dispute) && mayState && <AddStatement dispute={dispute} />}
      {disputeCan.escalate(dispute) && mayState && <AskStaff dispute={dispute} />}
      {disputeCan.withdraw(dispute) && mayState && <WithdrawDispute dispute={dispute} />}
    </div>
  )
}

function AskStaff({ dispute }: { dispute: Dispute }) {
  const [isOpen, setIsOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  const escalate = useMutation(
    orpc.disputes.escalate.mutationOptions({
      ...useDisputeAction('Not handed over'),
      onSuccess: () => {
        notify.success('Handed to Semblance', 'Our staff reads both sides and decides.')
        setIsOpen(false)
      },
    }),
  )
  return (
    <>
      <Button variant="outline" onClick={() => signInFirst(() => setIsOpen(true))}>
        Ask Semblance to Decide
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Ask Semblance to decide?"
        description="Our staff reads both sides, and the evidence, and decides who gets what. This cannot be taken back; you can still agree on a settlement until the decision."
        action="Hand Over"
        isBusy={escalate.isPending}
        onConfirm={() => escalate.mutate({ disputeId: dispute.id })}
      />
    </>
  )
}

function WithdrawDispute({ dispute }: { dispute: Dispute }) {
  const [isOpen, setIsOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  const withdraw = useMutation(
    orpc.disputes.withdraw.mutationOptions({
      ...useDisputeAction('Dispute not withdrawn'),
      onSuccess: () => {
        notify.success('Dispute Withdrawn', 'The contract goes on where it stood.')
        setIsOpen(false)
      },
    }),
  )
  return (
    <>
      <Button variant="ghost" onClick={() => signInFirst(() => setIsOpen(true))}>
        Withdraw Dispute
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Withdraw the dispute?"
        description={`${usdExact(Number(dispute.stake.stakeCents))} goes back into escrow, and the contract goes on where it stood, with what was left of its review.`}
        action="Withdraw Dispute"
        isBusy={withdraw.isPending}
        onConfirm={() => withdraw.mutate({ disputeId: dispute.id })}
      />
    </>
  )
}
