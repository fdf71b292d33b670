import {
  type BillingOverview,
  paymentProcessing,
  plans,
  subscriptionCan,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { ledgerDate } from '@/lib/format.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { nextPaymentText, priceText } from './plan-labels.ts'
import { useCanEditBilling } from './use-can-act.ts'

type PlanProps = { billing: BillingOverview }

export function PlanPanel({ billing }: PlanProps) {
  const { plan, state, periodStart, periodEnd } = billing
  const canAct = useCanEditBilling()
  return (
    <Panel
      title="Plan"
      action={
        canAct &&
        (subscriptionCan.cancel(state) ? (
          <CancelPlan billing={billing} />
        ) : (
          <ResumePlan billing={billing} />
        ))
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="figure text-[28px] leading-none">{plans[plan].name}</p>
        <StatusBadge domain="subscription" status={state} />
        <p className="w-full text-base text-muted-foreground sm:ml-auto sm:w-auto">
          <span className="figure text-[28px] text-foreground leading-none">
            {priceText(billing)}
          </span>{' '}
          per month
        </p>
      </div>
      <p className="mt-4 max-w-[64ch] text-base">{nextPaymentText(billing)}</p>
      <DescriptionList
        className="mt-3 border-t"
        rows={[
          {
            term: state === 'ended' ? 'Usage is counted' : 'This period',
            value: (
              <span className="num">
                {ledgerDate(periodStart)} to {ledgerDate(periodEnd)}
              </span>
            ),
          },
          { term: 'Payments are processed', value: `Within ${paymentProcessing}` },
        ]}
      />
    </Panel>
  )
}

function CancelPlan({ billing }: PlanProps) {
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const [isAsked, setIsAsked] = useState(false)
  const end = ledgerDate(billing.periodEnd)
  const cancel = useMutation(
    orpc.billing.cancel.mutationOptions({
      onSuccess: () => notify.success('Plan Cancelled', `It ends on ${end}.`),
      onError: (error) => notify.error('Plan Not Cancelled', toProblem(error).message),
      onSettled: () => {
        setIsAsked(false)
        return queries.invalidateQueries({ queryKey: orpc.billing.key() })
      },
    }),
  )
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => signInFirst(() => setIsAsked(true))}>
        Cancel Plan
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Cancel the plan?"
        description={
          billing.nextChargeCents > 0n
            ? `It ends on ${end}. The period that runs now is charged then, and nothing after it. You can resume at any time.`
            : `It ends on ${end}, and nothing is charged. You can resume at any time.`
        }
        action="Cancel at Period End"
        isDestructive
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({})}
      />
    </>
  )
}

/** Harmless before the end; afterwards a new period begins, which is said in the toast. */
function ResumePlan({ billing }: PlanProps) {
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const resume = useMutation(
    orpc.billing.resume.mutationOptions({
      onSuccess: (saved) => notify.success('Plan Resumed', nextPaymentText(saved)),
      onError: (error) => notify.error('Plan Not Resumed', toProblem(error).message),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.billing.key() }),
    }),
  )
  return (
    <Button
      variant={billing.state === 'ended' ? 'primary' : 'outline'}
      size="sm"
      loading={resume.isPending}
      onClick={() => signInFirst(() => resume.mutate({}))}
    >
      Resume Plan
    </Button>
  )
}
