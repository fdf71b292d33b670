import type { MarketDpr } from '@semblance/contract'
import { Check, Copy } from 'lucide-react'
import { Link } from 'react-router'
import { Button, type ButtonProps } from '@/components/ui/button.tsx'
import { paths } from '@/paths.ts'

type OfferActionProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & {
  dpr: Pick<MarketDpr, 'id' | 'title' | 'offered' | 'isOwn'>
}

/** Links to the offer form, to the offer already sent, or to the user's own request. */
export function OfferAction({ dpr, size, variant, className }: OfferActionProps) {
  if (dpr.isOwn) return <OwnRequest dpr={dpr} size={size} className={className} />
  return dpr.offered ? (
    <Button asChild size={size} variant="ghost" className="border">
      <Link to={paths.sentOffers}>
        <Check aria-hidden />
        Offer sent
      </Link>
    </Button>
  ) : (
    <Button asChild size={size} variant={variant} className={className}>
      <Link to={paths.submitOffer(dpr.id)}>
        Submit Offer<span className="sr-only"> on {dpr.title}</span>
      </Link>
    </Button>
  )
}

/** Offers a client what it can do with a request on the market: read it, and ask for the like. */
export function ClientActions({
  dpr,
  size,
  isHere = false,
}: Omit<OfferActionProps, 'variant'> & {
  /** On the page of the request itself. */
  isHere?: boolean
}) {
  if (dpr.isOwn) return <OwnRequest dpr={dpr} size={size} />
  return (
    <>
      {!isHere && <ViewDetails dpr={dpr} size={size} />}
      <Button asChild size={size} variant={isHere ? 'primary' : 'ghost'}>
        <Link to={paths.duplicateDpr(dpr.id)}>
          <Copy aria-hidden />
          Use as template<span className="sr-only">: {dpr.title}</span>
        </Link>
      </Button>
    </>
  )
}

export function ViewDetails({ dpr, size, className }: Omit<OfferActionProps, 'variant'>) {
  return (
    <Button asChild size={size} variant="outline" className={className}>
      <Link to={paths.marketRequest(dpr.id)}>
        View Details<span className="sr-only"> of {dpr.title}</span>
      </Link>
    </Button>
  )
}

function OwnRequest({ dpr, size, className }: Omit<OfferActionProps, 'variant'>) {
  return (
    <Button asChild size={size} variant="outline" className={className}>
      <Link to={paths.dpr(dpr.id)}>
        Your request<span className="sr-only">: {dpr.title}</span>
      </Link>
    </Button>
  )
}
