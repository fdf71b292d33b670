import { accountTypes, type BillingOverview } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { date } from '@/lib/format.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { MethodDialog } from './method-dialog.tsx'
import { StripeMethodDialog } from './stripe-method-dialog.tsx'
import { useCanEditBilling } from './use-can-act.ts'

type MethodProps = { billing: BillingOverview }

/** Shows the bank account that the plan is paid from. */
export function MethodPanel({ billing }: MethodProps) {
  const { method } = billing
  const canAct = useCanEditBilling()
  return (
    <Panel title="Payment method">
      <div className="flex items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-muted">
          <Landmark className="size-[18px] text-muted-foreground" aria-hidden />
        </span>
        <p className="min-w-0 text-base [overflow-wrap:anywhere]">{headline(method)}</p>
      </div>
      {method?.account && (
        <DescriptionList
          className="mt-3 border-t"
          rows={[
            {
              term: 'Account holder',
              value: (
                <span className="[overflow-wrap:anywhere]">{method.account.accountHolderName}</span>
              ),
            },
            ...(method.account.routingNumber
              ? [
                  {
                    term: 'Routing number',
                    value: <span className="num">{method.account.routingNumber}</span>,
                  },
                ]
              : []),
            ...(method.account.accountType
              ? [{ term: 'Account type', value: accountTypes[method.account.accountType] }]
              : []),
            { term: 'Authorized', value: <span className="num">{date(method.authorizedAt)}</span> },
          ]}
        />
      )}
      {canAct ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <ChangeMethod billing={billing} />
          {method && <RemoveMethod billing={billing} />}
        </div>
      ) : (
        <p className="mt-3 text-muted-foreground text-sm">
          An administrator of your organization sees to it.
        </p>
      )}
    </Panel>
  )
}

function headline(method: BillingOverview['method']) {
  if (!method) return 'No payment method is on file. The plan is free until there is one.'
  if (!method.account) return 'A bank account is on file. Its details are for its members alone.'
  return (
    <>
      <span className="font-semibold">{method.account.bankName}</span>
      <span className="block text-muted-foreground text-sm">
        Account <span className="num">•••• {method.account.last4}</span>
      </span>
    </>
  )
}

function ChangeMethod({ billing }: MethodProps) {
  const signInFirst = useRequireSignIn()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant={billing.method ? 'outline' : 'primary'}
        size="sm"
        onClick={() => signInFirst(() => setIsOpen(true))}
      >
        {billing.method ? 'Change' : 'Add Payment Method'}
      </Button>
      {isOpen &&
        (billing.stripe ? (
          <StripeMethodDialog billing={billing} stripe={billing.stripe} onClose={close} />
        ) : (
          <MethodDialog billing={billing} onClose={close} />
        ))}
    </>
  )
}

function RemoveMethod({ billing }: MethodProps) {
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const [isAsked, setIsAsked] = useState(false)
  const remove = useMutation(
    orpc.billing.removeMethod.mutationOptions({
      onSuccess: () =>
        notify.success('Payment Method Removed', 'Nothing is charged to this account any more.'),
      onError: (error) => notifyProblem('Payment Method Not Removed', error),
      onSettled: () => {
        setIsAsked(false)
        return queries.invalidateQueries({ queryKey: orpc.billing.key() })
      },
    }),
  )
  return (
    <>
      <Button
        variant="destructive-outline"
        size="sm"
        onClick={() => signInFirst(() => setIsAsked(true))}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Remove the payment method?"
        description={
          billing.pastDueCents > 0n
            ? 'Its number is deleted here. What is past due stays so until another account is on file.'
            : 'Its number is deleted here. Payments that your bank has already still come from it.'
        }
        action="Remove Account"
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({})}
      />
    </>
  )
}
