import type { DeliveryOrigin } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { contractDesk } from './desk.ts'
import { useShownDelivery } from './use-shown-delivery.ts'

const consequences: Record<DeliveryOrigin, string> = {
  uploaded:
    'The synthesis stops and your files are deleted, with their keys. You can upload others afterwards.',
  premises:
    'Nothing more is accepted for this measurement. If counting has begun, its privacy budget is spent, as its model may exist; else it is free again.',
  connection:
    'The synthesis stops, in your source, too, and what the run had read is removed. If counting has begun, its privacy budget is spent; else it is free again.',
}

/** Cancels a delivery in progress. */
export function CancelDelivery({
  contractId,
  origin = 'uploaded',
}: {
  contractId: string
  origin?: DeliveryOrigin
}) {
  const queryClient = useQueryClient()
  const show = useShownDelivery(contractDesk(contractId))
  const [isOpen, setOpen] = useState(false)
  const cancel = useMutation({
    ...orpc.deliveries.cancel.mutationOptions(),
    onSuccess: async (next) => {
      await show(next)
      void queryClient.invalidateQueries({ queryKey: orpc.contracts.key() })
    },
    onError: (error) => notify.error('Not cancelled', toProblem(error).message),
    onSettled: () => setOpen(false),
  })
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Cancel Delivery
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Take this delivery back?"
        description={consequences[origin]}
        action="Take It Back"
        isDestructive
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({ contractId })}
      />
    </>
  )
}
