import type { DprDraft } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

export function DeleteDraft({ draft, title }: { draft: DprDraft; title: string }) {
  const [open, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const remove = useMutation(
    orpc.dprs.removeDraft.mutationOptions({
      onSuccess: () => notify.success('Draft Deleted'),
      onError: (error) => notify.error('Draft not deleted', toProblem(error).message),
      onSettled: () => {
        setOpen(false)
        void queryClient.invalidateQueries({ queryKey: orpc.dprs.drafts.key() })
        void queryClient.invalidateQueries({ queryKey: orpc.dprs.list.key() })
      },
    }),
  )
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Delete ${title}`}
        onClick={() => signInFirst(() => setOpen(true))}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete the draft “${title}”?`}
        description="It is gone for everyone in your organization."
        action="Delete Draft"
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ draftId: draft.id })}
      />
    </>
  )
}
