import {
  dataSubscriptionCan,
  type SubscriptionDetail,
  subscriptionEndLabels,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { NextStep } from '@/components/blocks/next-step.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useGoOn } from '@/lib/pages/use-go-on.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'
import { type SubscriptionStep, subscriptionStep } from './subscription-step.ts'

/** Says what comes next in a subscription, lets the reader do it, and pause or end the whole. */
export function SubscriptionActions({ subscription }: { subscription: SubscriptionDetail }) {
  const { status, side, counterpart } = subscription
  const step = subscriptionStep(subscription)
  const isClient = side === 'client'
  return (
    <>
      <NextStep
        lead={step.isOwn ? 'Your next step' : status === 'ended' ? 'Over' : 'What comes next'}
        isOwn={step.isOwn}
        sentence={step.sentence}
        detail={step.detail}
        actions={<StepButton subscription={subscription} act={step.act} />}
      />
      <div className="mb-5 flex flex-wrap items-center gap-2">
        <RoleGate procedure="subscriptions.cancel" side={side} to="change the subscription">
          {isClient && dataSubscriptionCan.pause(status) && <Pause subscription={subscription} />}
          {isClient && dataSubscriptionCan.resume(status) && step.act !== 'resume' && (
            <Resume subscriptionId={subscription.id} isSmall />
          )}
          {dataSubscriptionCan.end(status) && (
            <End subscription={subscription} counterpart={counterpart} />
          )}
        </RoleGate>
      </div>
    </>
  )
}

function StepButton({
  subscription: { id: subscriptionId, current },
  act,
}: {
  subscription: SubscriptionDetail
  act: SubscriptionStep['act']
}) {
  const signInFirst = useRequireSignIn()
  const goOn = useGoOn()
  const settle = useSettle()
  const onError = (error: Error) => notify.error('Nothing was changed', toProblem(error).message)
  const order = useMutation(
    orpc.subscriptions.order.mutationOptions({
      onSuccess: ({ dprId, offerId, contractId }) =>
        goOn(contractId ? paths.payment(offerId) : paths.offersOf(dprId)),
      onError,
      onSettled: settle,
    }),
  )
  const open = useMutation(
    orpc.subscriptions.open.mutationOptions({
      onSuccess: ({ endedAs }) =>
        endedAs
          ? notify.info('The subscription has ended', subscriptionEndLabels[endedAs])
          : notify.success('Revision opened', 'The client is told to order and pay it.'),
      onError,
      onSettled: settle,
    }),
  )
  if (act === 'resume') return <Resume subscriptionId={subscriptionId} />
  if (act === null) return null
  if (typeof act === 'object')
    return (
      <Button asChild>
        <Link to={act.to}>{act.label}</Link>
      </Button>
    )
  const { number } = current
  const does = {
    order: {
      label: `Order revision ${number} and pay`,
      isBusy: order.isPending,
      run: () => order.mutate({ subscriptionId, number }),
    },
    open: {
      label: `Open revision ${number + 1}`,
      isBusy: open.isPending,
      run: () => open.mutate({ subscriptionId }),
    },
  }[act]
  return (
    <RoleGate
      procedure={act === 'open' ? 'subscriptions.open' : 'subscriptions.order'}
      to="take this step"
    >
      <Button loading={does.isBusy} onClick={() => signInFirst(does.run)}>
        {does.label}
      </Button>
    </RoleGate>
  )
}

function Resume({
  subscriptionId,
  isSmall = false,
}: {
  subscriptionId: string
  isSmall?: boolean
}) {
  const settle = useSettle()
  const signInFirst = useRequireSignIn()
  const resume = useMutation(
    orpc.subscriptions.resume.mutationOptions({
      onSuccess: () => notify.success('Resumed', 'The next revision opens when it is due.'),
      onError: (error) => notify.error('Nothing was changed', toProblem(error).message),
      onSettled: settle,
    }),
  )
  const run = () => signInFirst(() => resume.mutate({ subscriptionId }))
  return (
    <RoleGate procedure="subscriptions.resume" to="take this step">
      <Button
        loading={resume.isPending}
        onClick={run}
        {...(isSmall && { variant: 'outline', size: 'sm' })}
      >
        Resume
      </Button>
    </RoleGate>
  )
}

function Pause({ subscription: { id: subscriptionId } }: { subscription: SubscriptionDetail }) {
  const [isAsking, setIsAsking] = useState(false)
  const settle = useSettle()
  const signInFirst = useRequireSignIn()
  const pause = useMutation(
    orpc.subscriptions.pause.mutationOptions({
      onSuccess: () => notify.success('Paused', 'No revision opens until you resume it.'),
      onError: (error) => notify.error('Not paused', toProblem(error).message),
      onSettled: () => {
        setIsAsking(false)
        settle()
      },
    }),
  )
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => signInFirst(() => setIsAsking(true))}>
        Pause
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Pause this subscription?"
        description="No revision opens until you resume it. One that is not paid is called off; one that is in escrow, or whose payment is under way, is still delivered or refunded."
        action="Pause"
        isBusy={pause.isPending}
        onConfirm={() => pause.mutate({ subscriptionId })}
      />
    </>
  )
}

function End({
  subscription: { id: subscriptionId, side },
  counterpart,
}: {
  subscription: SubscriptionDetail
  counterpart: string
}) {
  const [isAsking, setIsAsking] = useState(false)
  const settle = useSettle()
  const signInFirst = useRequireSignIn()
  const cancel = useMutation(
    orpc.subscriptions.cancel.mutationOptions({
      onSuccess: () => notify.success('Subscription ended', 'What was delivered stays as it is.'),
      onError: (error) => notify.error('Not ended', toProblem(error).message),
      onSettled: () => {
        setIsAsking(false)
        settle()
      },
    }),
  )
  const what =
    side === 'client'
      ? 'You owe nothing for revisions that you have not paid. One that is in escrow, or whose payment is under way, is still delivered, or refunded if it is missed.'
      : `${counterpart} gets no further revision. One that is in escrow, or whose payment is under way, is still yours to deliver; if you miss it, the money goes back.`
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => signInFirst(() => setIsAsking(true))}>
        {side === 'client' ? 'Cancel subscription' : 'End subscription'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="End this subscription for good?"
        description={what}
        action={side === 'client' ? 'Cancel subscription' : 'End subscription'}
        isDestructive
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({ subscriptionId })}
      />
    </>
  )
}

function useSettle() {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [
      orpc.subscriptions.key(),
      orpc.offers.key(),
      orpc.contracts.key(),
      orpc.dashboards.key(),
    ])
      void queries.invalidateQueries({ queryKey })
  }
}
