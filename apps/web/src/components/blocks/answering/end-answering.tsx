import type { Conversation } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useMayCallAs } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

type EndAnsweringProps = { conversation: Pick<Conversation, 'id' | 'side'>; label: string }

/** Lets either party leave the further answers in a conversation to people. */
export function EndAnswering({ conversation, label }: EndAnsweringProps) {
  const { id: conversationId, side } = conversation
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const mayEnd = useMayCallAs(side, 'answering.endInConversation')
  const signInFirst = useRequireSignIn()
  const end = useMutation(
    orpc.answering.endInConversation.mutationOptions({
      onError: (error) => notify.error('Not ended', toProblem(error).message),
      onSettled: () => {
        setIsOpen(false)
        return queries.invalidateQueries({ queryKey: orpc.negotiation.key() })
      },
    }),
  )
  if (!mayEnd) return null
  return (
    <>
      <button type="button" className="link" onClick={() => signInFirst(() => setIsOpen(true))}>
        {label}
      </button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Leave this conversation to people?"
        description="From here on, nothing in it is answered automatically, for either side. The other party is told. This cannot be turned back."
        action="Leave it to people"
        isBusy={end.isPending}
        onConfirm={() => end.mutate({ conversationId })}
      />
    </>
  )
}
