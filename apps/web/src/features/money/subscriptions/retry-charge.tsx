import type { Charge } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { ledgerDate } from '@/lib/format.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

/** Charges the account on file again, without waiting for the day. */
export function RetryCharge({ charge }: { charge: Charge }) {
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const retry = useMutation(
    orpc.billing.retry.mutationOptions({
      onSuccess: () => notify.success('Payment Sent', 'Your bank answers within a few days.'),
      onError: (error) => notify.error('Payment Not Sent', toProblem(error).message),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.billing.key() }),
    }),
  )
  return (
    <Button
      size="sm"
      variant="outline"
      loading={retry.isPending}
      onClick={() => signInFirst(() => retry.mutate({ chargeId: charge.id }))}
    >
      {!retry.isPending && <RotateCw aria-hidden />}
      Try Again
      <span className="sr-only">, the period that ended on {ledgerDate(charge.periodEnd)}</span>
    </Button>
  )
}
