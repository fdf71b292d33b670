import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

/** Lets either party leave the further answers in a conversation to people. */
export function EndAnswering({ conversationId }: { conversationId: string }) {
  const may = useMayCall('answering.endInConversation')
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
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
  if (!may) return null
  return (
    <>
      <button type="button" className="link" onClick={() => signInFirst(() => setIsOpen(true))}>
        Ask for a person
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
