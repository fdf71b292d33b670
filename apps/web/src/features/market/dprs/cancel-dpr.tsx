import type { OwnDpr } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { plural } from '@/lib/format.ts'

type CancelDprProps = {
  dpr: OwnDpr
  onOpenChange: (open: boolean) => void
  /** To the menu that it was opened from. */
  returnFocus: () => void
}

export function CancelDpr({ dpr, onOpenChange, returnFocus }: CancelDprProps) {
  const queryClient = useQueryClient()
  const cancel = useMutation(
    orpc.dprs.cancel.mutationOptions({
      onSuccess: () => {
        notify.success('Request Cancelled', `Vendors no longer see ${dpr.title}.`)
        onOpenChange(false)
      },
      onError: (error) => notify.error('Request not cancelled', toProblem(error).message),
      onSettled: () => {
        for (const queryKey of [
          orpc.dprs.key(),
          orpc.offers.key(),
          orpc.market.key(),
          orpc.dashboards.key(),
        ])
          void queryClient.invalidateQueries({ queryKey })
      },
    }),
  )
  const told =
    dpr.offersCount > 0
      ? `${plural(dpr.offersCount, 'vendor')} answered it: offers that wait for you are closed, and their vendors are told.`
      : 'Nobody has answered it yet.'
  return (
    <Dialog
      alert
      open
      onOpenChange={onOpenChange}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        returnFocus()
      }}
      size="sm"
      title={`Cancel “${dpr.title}”?`}
      description={`It leaves the marketplace for good. ${told} You can post it again as a duplicate.`}
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Keep Request</Button>
          </DialogClose>
          <Button
            variant="destructive"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ dprId: dpr.id })}
          >
            Cancel Request
          </Button>
        </>
      }
    />
  )
}
