import { complianceFlags, offerCan, type ReceivedOffer, type TermId } from '@semblance/contract'
import { Link } from 'react-router'
import { AcceptOffer } from '@/components/blocks/agreement/accept-offer.tsx'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { useMayCallAs } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'
import { RejectOffer } from './reject-offer.tsx'

type OfferActionsProps = {
  offer: ReceivedOffer
  /** One button a line. */
  isNarrow?: boolean
}

/** Offers the client's actions on an offer, by its status. */
export function OfferActions({ offer, isNarrow }: OfferActionsProps) {
  if (offer.funded && offer.contractId)
    return (
      <Button variant="outline" asChild>
        <Link to={paths.contract(offer.contractId)}>View Contract</Link>
      </Button>
    )
  if (offerCan.pay(offer.status))
    return (
      <>
        {offer.pendingProposal ? (
          <Button disabled>Continue to payment</Button>
        ) : (
          <Button asChild>
            <Link to={paths.payment(offer.id)}>Continue to payment</Link>
          </Button>
        )}
        <ProposeChanges offer={offer} />
      </>
    )
  return (
    <>
      {offer.rivalAccepted ? (
        <p className="py-1.5 text-muted-foreground text-sm">
          Another offer on this request has already been accepted.
        </p>
      ) : (
        offerCan.accept(offer.status) && <AcceptOffer offer={offer} />
      )}
      {offerCan.reject(offer.status) && (
        <div className={cn('grid gap-2', !isNarrow && 'grid-cols-2')}>
          <ProposeChanges offer={offer} />
          <RejectOffer offer={offer} />
        </div>
      )}
    </>
  )
}

/** Opens Propose Contract Changes on what misses the request, or else on the price. */
export function ProposeChanges({ offer }: { offer: ReceivedOffer }) {
  const may = useMayCallAs('client', 'negotiation.propose')
  const messages = useMessages()
  const signInFirst = useRequireSignIn()
  const missed = Object.keys(complianceFlags(offer, offer.asked)) as TermId[]
  const propose = missed.length > 0 ? missed : (['price'] as const)
  if (!may) return null
  return (
    <Button
      variant="outline"
      className="min-w-0 px-2"
      disabled={offer.pendingProposal !== null}
      onClick={() =>
        signInFirst(() => messages.open({ offerId: offer.id }, { propose: [...propose] }))
      }
    >
      Propose Changes
    </Button>
  )
}
