import type { PaymentDetails, Side } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { usdExact } from '@/lib/format.ts'
import { useMayCallAs } from '@/lib/session/may.ts'

/** Calls the contract off, as long as that is open to this side; says beforehand what goes back, to the cent. */
export function CancelContract({ details }: { details: PaymentDetails }) {
  const { contractId, side, cancellation, vendorName, clientName } = details
  const may = useMayCallAs(side, 'payments.cancel')
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const cancel = useMutation(
    orpc.payments.cancel.mutationOptions({
      onSuccess: ({ refundCents, feeCents }) => {
        const back = Number(refundCents + (feeCents ?? 0n))
        notify.success('Contract Cancelled', whatFollows(side, back))
        setIsOpen(false)
      },
      onError: (error) => {
        notify.error('Contract not cancelled', toProblem(error).message)
        setIsOpen(false)
      },
      // After a refusal too: the contract has moved on.
      onSettled: () => queries.invalidateQueries(),
    }),
  )
  if (!cancellation) return null
  if (!may) return null
  const isFunded = cancellation.refundCents + cancellation.keptCents > 0n
  return (
    <>
      <Button variant="destructive-outline" className="w-full" onClick={() => setIsOpen(true)}>
        <Ban aria-hidden />
        Cancel Contract
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Cancel this contract?"
        description={
          isFunded
            ? `The contract ends for both parties. ${side === 'client' ? vendorName : clientName} is told.`
            : 'Nothing has been paid. The contract ends for both parties, and the request takes offers again.'
        }
        action="Cancel Contract"
        isDestructive
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({ contractId })}
      >
        {isFunded && <Figures cancellation={cancellation} side={side} />}
      </ConfirmDialog>
    </>
  )
}

const whatFollows = (side: Side, cents: number) => {
  if (cents === 0) return 'Both parties have been told.'
  return side === 'client'
    ? `${usdExact(cents)} is on its way back to your bank account.`
    : `${usdExact(cents)} goes back to the client.`
}

function Figures({
  cancellation,
  side,
}: {
  cancellation: NonNullable<PaymentDetails['cancellation']>
  side: Side
}) {
  const { refundCents, feeCents, keptCents } = cancellation
  const exact = (cents: bigint) => <Money exact cents={Number(cents)} />
  return (
    <DescriptionList
      rows={[
        {
          term: side === 'client' ? 'Back to you from escrow' : 'Back to the client from escrow',
          value: exact(refundCents),
        },
        ...(side === 'client'
          ? [
              { term: 'Platform fee on it, back to you', value: exact(feeCents) },
              { term: 'Refund in all', value: exact(refundCents + feeCents) },
            ]
          : []),
        ...(keptCents > 0n
          ? [
              {
                term: side === 'client' ? 'Stays with the vendor' : 'Stays with you',
                value: exact(keptCents),
              },
            ]
          : []),
      ]}
    />
  )
}
