import type { MarketDpr } from '@semblance/contract'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { Button, type ButtonProps } from '@/components/ui/button.tsx'
import { paths } from '@/paths.ts'

type OfferActionProps = Pick<ButtonProps, 'size' | 'variant'> & {
  dpr: Pick<MarketDpr, 'id' | 'title' | 'offered' | 'isOwn'>
}

/** Links to the offer form, to the offer already sent, or to the user's own request. */
export function OfferAction({ dpr, size, variant }: OfferActionProps) {
  if (dpr.isOwn)
    return (
      <Button asChild size={size} variant="ghost" className="border">
        <Link to={paths.dpr(dpr.id)}>
          Your request<span className="sr-only">: {dpr.title}</span>
        </Link>
      </Button>
    )
  return dpr.offered ? (
    <Button asChild size={size} variant="ghost" className="border">
      <Link to={paths.sentOffers}>
        <Check aria-hidden />
        Offer sent
      </Link>
    </Button>
  ) : (
    <Button asChild size={size} variant={variant}>
      <Link to={paths.submitOffer(dpr.id)}>
        Submit Offer<span className="sr-only"> on {dpr.title}</span>
      </Link>
    </Button>
  )
}
