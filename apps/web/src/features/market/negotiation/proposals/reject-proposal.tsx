import type { Conversation, Proposal } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { refreshTerms } from '../refresh-negotiation.ts'

const maxReasonLength = 1000

export function RejectProposal({
  conversation,
  proposal,
}: {
  conversation: Conversation
  proposal: Proposal
}) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const { name } = conversation.counterpart
  const reject = useMutation(
    orpc.negotiation.reject.mutationOptions({
      onSuccess: () => setOpen(false),
      onError: (error) => notify.error('Proposal not rejected', toProblem(error).message),
      onSettled: () => refreshTerms(queries, conversation.id),
    }),
  )
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => signInFirst(() => setOpen(true))}>
        Reject
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Reject the changes proposed by ${name}?`}
        description="The terms stay as they are, and the proposal cannot be taken up again."
        action="Reject"
        isDestructive
        isBusy={reject.isPending}
        onConfirm={() =>
          reject.mutate({ proposalId: proposal.id, reason: reason.trim() || undefined })
        }
      >
        <Field label="Reason" optional hint={`${name} reads it below the proposal.`}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={maxReasonLength}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </ConfirmDialog>
    </>
  )
}
