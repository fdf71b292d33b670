import type { SentOffer } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

export function WithdrawOffer({ offer }: { offer: SentOffer }) {
  const may = useMayCall('offers.withdraw')
  const [open, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()

  const withdraw = useMutation(
    orpc.offers.withdraw.mutationOptions({
      onSuccess: () =>
        notify.success('Offer Withdrawn', `${offer.clientName} has been told that it ended.`),
      onError: (error) => notify.error('Offer not withdrawn', toProblem(error).message),
      // After a rejection too: the client may have decided first.
      onSettled: () => {
        setOpen(false)
        for (const queryKey of [orpc.offers.key(), orpc.dprs.key(), orpc.dashboards.key()])
          void queryClient.invalidateQueries({ queryKey })
      },
    }),
  )

  if (!may) return null
  return (
    <>
      <Button variant="destructive-outline" onClick={() => signInFirst(() => setOpen(true))}>
        Withdraw Offer
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Withdraw this offer?"
        description="The client is told, and can no longer accept it. You may send another one while the request is open."
        action="Withdraw Offer"
        isDestructive
        isBusy={withdraw.isPending}
        onConfirm={() => withdraw.mutate({ offerId: offer.id })}
      />
    </>
  )
}
