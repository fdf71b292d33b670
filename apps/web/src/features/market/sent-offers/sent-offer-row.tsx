import type { OfferRejection, SentOffer } from '@semblance/contract'
import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { date, plural } from '@/lib/format.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { paths } from '@/paths.ts'
import { ClientLink } from './client-link.tsx'

export const endings: Record<OfferRejection, string> = {
  declined: 'Declined by the client',
  not_selected: 'Not selected by the client',
  withdrawn: 'Withdrawn by you',
  expired: 'The request closed',
}

/** Shows one offer of the vendor; belongs in a list. */
export function SentOfferRow({ offer }: { offer: SentOffer }) {
  const messages = useMessages()
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="font-semibold text-base [overflow-wrap:anywhere]">
            <Link
              to={paths.sentOffer(offer.id)}
              className="inline-flex min-h-6 items-center rounded-xs hover:underline"
            >
              {offer.dprTitle}
            </Link>
          </h2>
          <StatusBadge domain="offer" status={offer.status} />
        </div>
        <p className="mt-0.5 text-muted-foreground text-sm">
          <ClientLink offer={offer} />, sent {date(offer.createdAt)}{' '}
          <Id className="ml-1">{offer.id}</Id>
        </p>
        {offer.rejectedAs && (
          <p className="mt-2 text-sm [overflow-wrap:anywhere]">
            <span className="font-medium">{endings[offer.rejectedAs]}</span>
            {offer.rejectReason && <>: {offer.rejectReason}</>}
          </p>
        )}
        {offer.pendingProposal && (
          <p className="mt-2 text-sm text-st-warn-fg">
            {offer.pendingProposal.isOwn
              ? 'The client has not answered your proposed changes yet.'
              : 'The client proposes changes and waits for your answer.'}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:justify-end">
        <MessageCount offer={offer} />
        <div className="md:w-28 md:text-right">
          <Money cents={Number(offer.priceCents)} className="block font-semibold text-md" />
          <span className="num text-muted-foreground text-sm">
            in {plural(offer.timelineDays, 'day')}
          </span>
        </div>
        <div className="flex gap-2 max-md:w-full max-md:[&>*]:flex-1">
          <Button variant="outline" size="sm" onClick={() => messages.open({ offerId: offer.id })}>
            View Messages
          </Button>
          <Button asChild variant="outline" size="sm">
            <Link to={paths.sentOffer(offer.id)}>View Details</Link>
          </Button>
        </div>
      </div>
    </li>
  )
}

function MessageCount({ offer: { messagesCount, unreadCount } }: { offer: SentOffer }) {
  return (
    <span className="num inline-flex items-center gap-1.5 text-muted-foreground text-sm">
      <MessagesSquare className="size-4" aria-hidden />
      {plural(messagesCount, 'message')}
      {unreadCount > 0 && (
        <span className="rounded-xs bg-primary-soft px-1.5 py-px font-medium text-primary text-xs">
          {unreadCount} unread
        </span>
      )}
    </span>
  )
}
