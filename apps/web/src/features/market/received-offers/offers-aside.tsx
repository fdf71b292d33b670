import { type DprDetail, dprCan, type ReceivedOffer } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Rating } from '@/components/blocks/text/rating.tsx'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { Button } from '@/components/ui/button.tsx'
import { MarketRuler } from '@/components/viz/market-ruler.tsx'
import { orpc } from '@/lib/api/api.ts'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** The cheapest ones; the page of offers has all. */
const SHOWN = 4

export const cheapestOffersQuery = (dprId: string) =>
  orpc.offers.listReceived.queryOptions({ input: { dprId, sort: 'price', limit: SHOWN } })

type OffersAsideProps = {
  dpr: DprDetail
  /** True while it takes offers. */
  isLive: boolean
}

/** Shows the offers on an own request against its budget, and the way to all of them. */
export function OffersAside({ dpr, isLive }: OffersAsideProps) {
  const query = useQuery({ ...cheapestOffersQuery(dpr.id), enabled: dpr.offersCount > 0 })
  return (
    <Panel
      title={
        <>
          Offers <span className="num font-normal text-muted-foreground">{dpr.offersCount}</span>
        </>
      }
      action={<NextStep dpr={dpr} />}
      flush
    >
      {dpr.offersCount > 0 && (
        <QueryState query={query} errorTitle="The offers did not load" skeleton={null}>
          {({ items }) => (items.length > 0 ? <Offers dpr={dpr} offers={items} /> : null)}
        </QueryState>
      )}
      <p className="border-t px-4 py-3 text-muted-foreground text-sm md:px-5">
        {sentenceOf(dpr, isLive)}
      </p>
      {dpr.contractId && (
        <div className="border-t px-4 py-3 md:px-5">
          <MoreLink to={paths.contract(dpr.contractId)}>View contract</MoreLink>
        </div>
      )}
    </Panel>
  )
}

function NextStep({ dpr }: { dpr: DprDetail }): ReactNode {
  if (dprCan.download(dpr.status))
    return (
      <Button asChild>
        <Link to={paths.download(dpr.id)}>
          <Download aria-hidden />
          Download
        </Link>
      </Button>
    )
  return (
    <Button asChild variant={dpr.offersCount > 0 ? 'primary' : 'outline'}>
      <Link to={paths.offersOf(dpr.id)}>View Offers</Link>
    </Button>
  )
}

function Offers({ dpr, offers }: { dpr: DprDetail; offers: readonly ReceivedOffer[] }) {
  return (
    <>
      <div className="px-4 pb-2 md:px-5">
        <MarketRuler
          zone={{
            name: 'Budget',
            fromCents: Number(dpr.budgetMinCents),
            toCents: Number(dpr.budgetMaxCents),
          }}
          marks={offers.map((offer) => ({
            id: offer.id,
            name: offer.vendor.name,
            cents: Number(offer.priceCents),
          }))}
        />
      </div>
      <ul className="divide-y border-t">
        {offers.map((offer) => (
          <li
            key={offer.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-2.5 md:px-5"
          >
            <span className="truncate font-semibold">
              {offer.vendor.name} <VerifiedBadge />
            </span>
            <span className="text-right font-semibold">
              <Money exact cents={Number(offer.priceCents)} />
            </span>
            <span className="text-muted-foreground text-sm">
              {offer.vendor.rating === null ? (
                'No reviews yet'
              ) : (
                <Rating value={offer.vendor.rating} />
              )}
            </span>
            <span className="num text-right text-muted-foreground text-sm">
              {plural(offer.timelineDays, 'day')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function sentenceOf(dpr: DprDetail, isLive: boolean) {
  if (dpr.status === 'cancelled') return 'You have cancelled this request.'
  if (dpr.status === 'expired') return 'This request expired without a choice.'
  if (!dprCan.takeOffers(dpr.status)) return 'This request no longer takes offers.'
  if (dpr.isAgreed) return 'One of them is accepted and waits for payment.'
  if (!isLive) return 'Its closing date has passed.'
  if (dpr.offersCount === 0)
    return 'No offers yet. Vendors usually answer within 5-7 business days.'
  return `${plural(dpr.offersCount, 'vendor')} answered so far.`
}
