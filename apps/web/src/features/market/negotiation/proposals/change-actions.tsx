import { type Conversation, type Proposal, proposalCan } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Clock } from 'lucide-react'
import { ConsentNote } from '@/components/blocks/agreement/consent-note.tsx'
import { ReadAgreement } from '@/components/blocks/agreement/read-agreement.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useMayCallAs } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { refreshTerms } from '../refresh-negotiation.ts'
import { RejectProposal } from './reject-proposal.tsx'

type ChangeActionsProps = {
  conversation: Conversation
  proposal: Proposal
  onCounter: (proposal: Proposal) => void
}

/**
 * Renders the actions below a proposal: the recipient answers it, the proposer may withdraw it, and
 * after its end the reason is shown.
 */
export function ChangeActions({ conversation, proposal, onCounter }: ChangeActionsProps) {
  const may = useMayCallAs(
    conversation.side,
    'negotiation.approve',
    'negotiation.reject',
    'negotiation.withdraw',
  )
  if (proposalCan.decide(proposal) && may)
    return (
      <div className="flex flex-wrap items-center gap-2 border-t bg-sunken px-3.5 py-2.5">
        <Approve conversation={conversation} proposal={proposal} />
        <RejectProposal conversation={conversation} proposal={proposal} />
        <Button variant="outline" size="sm" onClick={() => onCounter(proposal)}>
          Counter
        </Button>
        <span className="ml-auto text-muted-foreground text-xs">Only your side can approve</span>
        {proposal.agreementSha256 && (
          <div className="w-full">
            <ConsentNote act="approve" />
            <ReadAgreement offerId={proposal.offerId} agreementSha256={proposal.agreementSha256} />
          </div>
        )}
      </div>
    )
  if (proposalCan.withdraw(proposal))
    return (
      <div className="flex flex-wrap items-center gap-2 border-t px-3.5 py-2 text-muted-foreground text-sm">
        <span className="inline-flex items-center gap-2">
          <Clock className="size-3.5" aria-hidden />
          Waiting for {conversation.counterpart.name}
        </span>
        {may && <Withdraw conversation={conversation} proposal={proposal} />}
      </div>
    )
  const outcome = outcomeOf(proposal)
  return (
    outcome && (
      <p className="border-t px-3.5 py-2 text-muted-foreground text-sm [overflow-wrap:anywhere]">
        {outcome}
      </p>
    )
  )
}

type DecisionProps = Omit<ChangeActionsProps, 'onCounter'>

function Approve({ conversation, proposal }: DecisionProps) {
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const approve = useMutation(
    orpc.negotiation.approve.mutationOptions({
      onError: (error) => notify.error('Change not approved', toProblem(error).message),
      onSettled: () => refreshTerms(queries, conversation.id),
    }),
  )
  return (
    <Button
      size="sm"
      loading={approve.isPending}
      onClick={() =>
        signInFirst(() =>
          approve.mutate({
            proposalId: proposal.id,
            agreementSha256: proposal.agreementSha256 ?? undefined,
          }),
        )
      }
    >
      {!approve.isPending && <Check aria-hidden />}
      Approve
    </Button>
  )
}

function Withdraw({ conversation, proposal }: DecisionProps) {
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const withdraw = useMutation(
    orpc.negotiation.withdraw.mutationOptions({
      onError: (error) => notify.error('Proposal not withdrawn', toProblem(error).message),
      onSettled: () => refreshTerms(queries, conversation.id),
    }),
  )
  return (
    <Button
      variant="outline"
      size="sm"
      className="ml-auto"
      loading={withdraw.isPending}
      onClick={() => signInFirst(() => withdraw.mutate({ proposalId: proposal.id }))}
    >
      Withdraw
    </Button>
  )
}

function outcomeOf({ status, reason, isDecidedAutomatically }: Proposal): string | null {
  if (status === 'outdated') return 'The terms changed before this was answered.'
  if (status === 'countered') return 'Answered with another proposal.'
  if (status === 'approved' && isDecidedAutomatically) return 'Approved by an automatic answer.'
  return reason ? `Reason: ${reason}` : null
}
