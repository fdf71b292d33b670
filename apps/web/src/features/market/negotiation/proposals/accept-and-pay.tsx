import { type Conversation, type CurrentTerms, offerCan } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AcceptOffer } from '@/components/blocks/agreement/accept-offer.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { paths } from '@/paths.ts'

type AcceptAndPayProps = { conversation: Conversation; terms: CurrentTerms }

/** Leads a client from agreed terms to the payment; renders nothing for others. */
export function AcceptAndPay({ conversation, terms }: AcceptAndPayProps) {
  const { offerId, offerStatus, contractStatus, pendingProposalId } = terms
  const isClient = conversation.side === 'client' && pendingProposalId === null
  const mayAccept = isClient && offerCan.accept(offerStatus)
  const offers = useQuery({
    ...orpc.offers.listReceived.queryOptions({ input: { offerId } }),
    enabled: mayAccept,
  })
  if (isClient && offerCan.pay(offerStatus) && contractStatus === 'awaiting_payment')
    return (
      <Button asChild>
        <Link to={paths.payment(offerId)}>Continue to payment</Link>
      </Button>
    )
  const offer = mayAccept && offers.data?.items.find(({ id }) => id === offerId)
  if (!offer || offer.rivalAccepted || offer.revision !== terms.revision) return null
  return <AcceptOffer offer={offer} label="Accept and pay" />
}
