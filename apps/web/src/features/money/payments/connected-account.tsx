import { useMutation } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useLocation } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

type ConnectedAccountProps = { account: { bankName: string; last4: string } | null }

/**
 * Shows the account that Stripe debits; the user connects it and authorizes debits on Stripe's
 * page.
 */
export function ConnectedAccount({ account }: ConnectedAccountProps) {
  const { pathname } = useLocation()
  const signInFirst = useRequireSignIn()
  const connect = useMutation(
    orpc.stripe.connectBankAccount.mutationOptions({
      onSuccess: ({ url }) => window.location.assign(url),
      onError: (error) => notifyProblem('Not connected', error),
    }),
  )
  return (
    <Panel
      title="Bank payment"
      description="Stripe asks your bank. Your account number never reaches Semblance or the vendor."
      action={
        <Button
          type="button"
          variant="outline"
          size="sm"
          loading={connect.isPending || connect.isSuccess}
          onClick={() => signInFirst(() => connect.mutate({ returnTo: pathname }))}
        >
          {account ? 'Use another account' : 'Connect a bank account'}
        </Button>
      }
    >
      <p className="flex items-center gap-2.5 text-base">
        <Landmark className="size-[18px] shrink-0 text-muted-foreground" aria-hidden />
        {account ? (
          <span>
            {account.bankName}, account ending in <span className="num">{account.last4}</span>
          </span>
        ) : (
          'No bank account is connected yet.'
        )}
      </p>
    </Panel>
  )
}
