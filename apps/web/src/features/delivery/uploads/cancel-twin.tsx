import type { Twin } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { twinDesk } from './desk.ts'
import { useShownDelivery } from './use-shown-delivery.ts'

/** Cancels a twin that is not made yet. */
export function CancelTwin({ twin: { id: twinId, title } }: { twin: Twin }) {
  const [isAsked, setAsked] = useState(false)
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const show = useShownDelivery(twinDesk(twinId))
  const cancel = useMutation(
    orpc.twins.cancel.mutationOptions({
      onSuccess: show,
      onError: (error) => notify.error('Not canceled', toProblem(error).message),
      onSettled: () => {
        setAsked(false)
        return queries.invalidateQueries({ queryKey: orpc.twins.key() })
      },
    }),
  )
  return (
    <MayCall procedure="twins.cancel">
      <Button variant="outline" onClick={() => signInFirst(() => setAsked(true))}>
        Cancel This Twin
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={`Cancel ${title}?`}
        description="Its measurement stops, and the files that you uploaded for it are deleted, with their keys. What was measured already stays charged to its source."
        action="Cancel This Twin"
        isDestructive
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({ twinId })}
      />
    </MayCall>
  )
}
