import type { ReceivedOffer } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

const maxReasonLength = 1000

export function RejectOffer({ offer }: { offer: ReceivedOffer }) {
  const may = useMayCall('offers.reject')
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const vendor = offer.vendor.name

  const reject = useMutation(
    orpc.offers.reject.mutationOptions({
      onSuccess: () =>
        notify.success(
          'Offer Rejected',
          `A message has been sent to ${vendor} notifying them of the rejection.`,
        ),
      onError: (error) => notify.error('Offer not rejected', toProblem(error).message),
      onSettled: () => {
        for (const queryKey of [orpc.offers.key(), orpc.dashboards.key()])
          void queryClient.invalidateQueries({ queryKey })
      },
    }),
  )

  const ask = () => {
    notify.dismiss()
    setOpen(true)
  }

  if (!may) return null
  return (
    <>
      <Button
        variant="destructive-outline"
        className="min-w-0 px-2"
        onClick={() => signInFirst(ask)}
      >
        Reject Offer
      </Button>
      <Dialog
        alert
        open={open}
        onOpenChange={setOpen}
        title={`Reject the offer from ${vendor}?`}
        description="The vendor is told. A rejected offer cannot be taken up again."
        footer={
          <>
            <DialogClose>
              <Button variant="outline">Keep offer</Button>
            </DialogClose>
            <Button
              variant="destructive"
              loading={reject.isPending}
              onClick={() =>
                reject.mutate(
                  { offerId: offer.id, reason: reason.trim() || undefined },
                  { onSettled: () => setOpen(false) },
                )
              }
            >
              Reject Offer
            </Button>
          </>
        }
      >
        <Field label="Reason" optional hint="Sent to the vendor with the rejection.">
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
      </Dialog>
    </>
  )
}
