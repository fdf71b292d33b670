import { type DprDetail, dprCan, errors } from '@semblance/contract'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { paths } from '@/paths.ts'

/**
 * Returns the reason for which no offer can be sent on a request, in the server's own words; null
 * when one can.
 */
export function offerRefusal(dpr: DprDetail): string | null {
  if (dpr.isOwn) return errors.own_dpr.message
  if (dpr.offered) return errors.offer_exists.message
  return dprCan.takeOffers(dpr.status) ? null : errors.dpr_closed.message
}

export function OfferRefusal({ dpr, reason }: { dpr: DprDetail; reason: string }) {
  return (
    <Panel>
      <EmptyState
        title={reason}
        action={
          <Button asChild variant="outline">
            {dpr.offered ? (
              <Link to={paths.sentOffers}>View My Offers</Link>
            ) : (
              <Link to={paths.marketplace}>Back to Marketplace</Link>
            )}
          </Button>
        }
      />
    </Panel>
  )
}
