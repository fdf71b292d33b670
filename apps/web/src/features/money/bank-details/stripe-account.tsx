import type { StripeStanding } from '@semblance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { useMayCall } from '@/lib/session/may.ts'

type Receiving = NonNullable<StripeStanding['receiving']>

const texts: Record<Receiving, { state: string; action: string }> = {
  none: {
    state: 'Payouts wait until Stripe knows your organization and its bank account.',
    action: 'Set up payouts',
  },
  incomplete: {
    state: 'Stripe still needs something from you. Payouts wait until then.',
    action: 'Go on with the setup',
  },
  in_review: {
    state: 'Stripe is looking at what you sent. Payouts wait until it is done.',
    action: 'Look at what Stripe has',
  },
  ready: {
    state: 'Your account is ready: released money goes there.',
    action: 'Change it at Stripe',
  },
}

export const stripeQuery = orpc.stripe.standing.queryOptions()

/**
 * Shows the Stripe account that receives a vendor's payouts; renders nothing if Stripe is not the
 * bank, or the organization sells nothing.
 */
export function StripeAccount() {
  const { data: standing } = useQuery(stripeQuery)
  const canConnect = useMayCall('stripe.onboard')
  const onboard = useMutation(
    orpc.stripe.onboard.mutationOptions({
      onSuccess: ({ url }) => window.location.assign(url),
      onError: (error) => notifyProblem('Stripe was not reached', error),
    }),
  )
  if (!standing?.receiving) return null
  const { state, action } = texts[standing.receiving]
  return (
    <Panel
      title="Payouts by Stripe"
      className="mb-5 max-w-[1080px]"
      action={
        <Button
          type="button"
          variant={standing.receiving === 'ready' ? 'outline' : 'primary'}
          size="sm"
          loading={onboard.isPending || onboard.isSuccess}
          disabled={!canConnect}
          onClick={() => onboard.mutate({})}
        >
          {action}
        </Button>
      }
    >
      <p className="text-base">
        {state}
        {!canConnect && ' An administrator, or a member with the role Finance, sees to it.'}
      </p>
      {standing.payoutFailure && (
        <p className="mt-2 text-base text-st-danger-fg">
          Your bank refused Stripe's last payout ({standing.payoutFailure}). Check the bank account
          at Stripe; it pays again once that is done.
        </p>
      )}
    </Panel>
  )
}
