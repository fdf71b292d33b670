import type { SentOfferDetail } from '@semblance/contract'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { date } from '@/lib/format.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { paths } from '@/paths.ts'
import { endings } from './sent-offer-row.tsx'

/** Shows the state of an offer, and the next step. */
export function OfferState({ offer }: { offer: SentOfferDetail }) {
  const messages = useMessages()
  if (offer.pendingProposal) {
    const { isOwn } = offer.pendingProposal
    return (
      <Note
        action={
          <Button variant="outline" onClick={() => messages.open({ offerId: offer.id })}>
            {isOwn ? 'View Messages' : 'Answer in Messages'}
          </Button>
        }
      >
        {isOwn
          ? 'You proposed a change. Until the client has answered it, the offer stays as it is.'
          : 'The client proposes a change. Until it is answered, the offer stays as it is.'}
      </Note>
    )
  }
  if (offer.rejectedAs)
    return (
      <Note
        action={
          <Button asChild variant="outline">
            <Link to={paths.submitOffer(offer.dprId)}>View Request</Link>
          </Button>
        }
      >
        <span className="font-medium">{endings[offer.rejectedAs]}</span>
        {offer.decidedAt && <> on {date(offer.decidedAt)}</>}
        {offer.rejectReason && <>. Reason: {offer.rejectReason}</>}
      </Note>
    )
  if (offer.contractId)
    return (
      <Note
        action={
          <Button asChild variant="outline">
            <Link to={paths.contract(offer.contractId)}>View Contract</Link>
          </Button>
        }
      >
        {offer.funded
          ? 'Accepted and paid into escrow. The terms are those of the contract.'
          : 'Accepted. You will be told as soon as the client has paid into escrow; begin no work before.'}
      </Note>
    )
  return (
    <Note>
      {offer.changedAt
        ? `Changed on ${date(offer.changedAt)} and resubmitted for review. `
        : `Sent on ${date(offer.createdAt)}. `}
      Clients usually answer within 5-7 business days.
    </Note>
  )
}

function Note({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3.5 md:px-5">
      <p className="flex min-w-0 flex-1 basis-72 gap-2.5 [overflow-wrap:anywhere]">
        <Clock className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden />
        <span className="min-w-0">{children}</span>
      </p>
      {action}
    </div>
  )
}
