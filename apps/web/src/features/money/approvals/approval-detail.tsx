import {
  type Approval,
  feeCents,
  feeLabel,
  formatDollars,
  formatDollarsBriefly,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { limitText } from '@/components/blocks/approval/limit-texts.ts'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { date, dateTime, plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

const none = <span className="font-normal text-muted-foreground">None given</span>

/** Shows one approval, with the decision for those who may decide. */
export function ApprovalDetail({ approval }: { approval: Approval }) {
  const { priceCents, feeBps, amountCents, references } = approval
  return (
    <article className="card min-w-0 overflow-hidden" aria-label={approval.title}>
      <header className="border-b px-4 py-5 md:px-6">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-sm">
          <StatusBadge domain="approval" status={approval.state} />
          {stateNote(approval)}
        </p>
        <p className="figure mt-2 text-3xl">{formatDollars(amountCents)}</p>
        <p className="mt-1 max-w-[60ch] text-base text-muted-foreground">
          Into escrow for{' '}
          <Link to={paths.offersOf(approval.dprId)} className="link font-medium">
            {approval.title}
          </Link>
          , {approval.vendorName}. Nothing but an agreed upfront share is released before your
          organization accepts the delivery.
        </p>
      </header>
      <div className="grid gap-x-8 px-4 py-3 md:grid-cols-2 md:px-6">
        <DescriptionList
          rows={[
            { term: 'Offer', value: formatDollars(priceCents) },
            { term: feeLabel(feeBps), value: formatDollars(feeCents(priceCents, feeBps)) },
            { term: 'To be paid', value: formatDollars(amountCents) },
            {
              term: 'Budget of the request',
              value: `${formatDollarsBriefly(approval.budgetMinCents)} to ${formatDollarsBriefly(approval.budgetMaxCents)}`,
            },
            { term: 'Delivery', value: `${plural(approval.timelineDays, 'day')} after payment` },
          ]}
        />
        <DescriptionList
          className="max-md:border-t"
          rows={[
            { term: 'Asked by', value: approval.askedBy },
            { term: 'Why', value: limitText(approval.reason, approval.limitCents) },
            {
              term: 'Left of your month after it',
              value: approval.leftCents === null ? 'No limit' : formatDollars(approval.leftCents),
            },
            { term: 'Purchase order number', value: references.purchaseOrder ?? none },
            { term: 'Cost center', value: references.costCenter ?? none },
          ]}
        />
      </div>
      <Words approval={approval} />
      {approval.bar === null ? <Decide approval={approval} /> : <Bar approval={approval} />}
    </article>
  )
}

/** Returns what is still missing, or the reason of its end. */
function stateNote({ state, needsAdministrator, decisions }: Approval): string | null {
  if (state === 'superseded') return 'The terms of the offer have changed since.'
  if (state === 'expired') return 'Nobody decided or paid in time, or the offer is gone.'
  if (state !== 'waiting') return null
  if (!needsAdministrator) return 'One approver has to agree.'
  const so = decisions.length === 0 ? 'Nobody has agreed yet.' : 'One has agreed.'
  return `An approver and an administrator have to agree. ${so}`
}

/** Shows the notes: of the person who wants to pay, and of those who have decided. */
function Words({ approval }: { approval: Approval }) {
  const { note, askedBy, decisions } = approval
  if (!note && decisions.length === 0) return null
  return (
    <div className="grid gap-3 border-t px-4 py-4 md:px-6">
      {note && (
        <figure>
          <figcaption className="font-medium text-sm">Note from {askedBy}</figcaption>
          <blockquote className="mt-1 whitespace-pre-line border-primary border-l-2 pl-3 [overflow-wrap:anywhere]">
            {note}
          </blockquote>
        </figure>
      )}
      {decisions.map(({ name, inPlaceOf, decision, comment, decidedAt }) => (
        <figure key={name + decidedAt.toISOString()}>
          <figcaption className="text-sm">
            <span className="font-medium">{name}</span>
            {inPlaceOf && ` in place of ${inPlaceOf}`}{' '}
            {decision === 'approve' ? 'approved' : 'declined'},{' '}
            <TimeText at={decidedAt} show={dateTime} />
          </figcaption>
          {comment && (
            <blockquote className="mt-1 whitespace-pre-line border-l-2 pl-3 [overflow-wrap:anywhere]">
              {comment}
            </blockquote>
          )}
        </figure>
      ))}
    </div>
  )
}

function Decide({ approval }: { approval: Approval }) {
  const queries = useQueryClient()
  const [comment, setComment] = useState('')
  const decide = useMutation(
    orpc.approvals.decide.mutationOptions({
      onSuccess: ({ state }) => {
        if (state === 'waiting')
          notify.success('Approved by You', 'One more person has to approve.')
        else if (state === 'approved')
          notify.success('Payment Approved', `${approval.askedBy} was told.`)
        else notify.success('Payment Declined', `${approval.askedBy} was told.`)
      },
      onError: (error) => notifyProblem('Nothing decided', error),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.approvals.key() }),
    }),
  )
  const act = (decision: 'approve' | 'decline') =>
    decide.mutate({ id: approval.id, decision, comment })
  return (
    <>
      <div className="border-t px-4 py-4 md:px-6">
        <Field label="Your note" optional>
          {(control) => (
            <Input
              {...control}
              maxLength={2000}
              placeholder={`Seen by ${approval.askedBy} and kept`}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-t bg-sunken px-4 py-3 md:px-6">
        <span className="mr-auto text-muted-foreground text-sm max-sm:w-full">
          Waits until {date(approval.expiresAt)}
        </span>
        <Button
          variant="outline"
          className="max-sm:flex-1"
          disabled={decide.isPending}
          onClick={() => act('decline')}
        >
          Decline
        </Button>
        <Button className="max-sm:flex-1" loading={decide.isPending} onClick={() => act('approve')}>
          Approve {formatDollars(approval.amountCents)}
        </Button>
      </footer>
    </>
  )
}

function Bar({ approval }: { approval: Approval }) {
  const { bar, state, isOwn, offerId } = approval
  if (state === 'approved')
    return (
      <footer className="border-t bg-sunken px-4 py-3 text-sm md:px-6">
        <Link to={paths.payment(offerId)} className="link">
          Go to the payment
        </Link>
        , once the offer is accepted.
      </footer>
    )
  if (state !== 'waiting' || bar === null) return null
  const texts: Record<NonNullable<Approval['bar']>, string> = {
    own: 'You asked for this; somebody else has to decide.',
    role: 'Your role does not let you approve. An administrator can give you one that does.',
    limit: 'This is more than your own limit lets you approve.',
    decided: 'You have decided; one more person has to.',
    ended: isOwn
      ? 'The offer has changed or is gone. Ask again.'
      : 'The offer has changed or is gone.',
  }
  return (
    <footer className="border-t bg-sunken px-4 py-3 text-muted-foreground text-sm md:px-6">
      {texts[bar]}
    </footer>
  )
}
