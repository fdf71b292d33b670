import { Link } from 'react-router'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { MoreLink } from '@/components/blocks/more-link.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { SkeletonRows } from '@/components/blocks/skeleton-rows.tsx'
import { plural, usd } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { groupByDpr, type OfferGroup, useReceivedOffers } from './received-offers.ts'

const shownGroups = 5

/** The dashboard's view of offers that wait for a decision. */
export function OffersPanel({ className }: { className?: string }) {
  const query = useReceivedOffers()
  return (
    <Panel
      title="Vendor Offers"
      flush
      className={className}
      action={<MoreLink to={paths.offers}>Review offers</MoreLink>}
    >
      <QueryState
        query={query}
        errorTitle="Offers did not load"
        skeleton={<SkeletonRows rows={3} />}
      >
        {({ pages }) => {
          const offers = pages.flatMap((page) => page.items)
          const groups = groupByDpr(offers.filter((offer) => offer.status === 'pending'))
          if (groups.length === 0)
            return (
              <EmptyState title="No offers yet" className="border-t py-8">
                Vendors usually answer within 5-7 business days.
              </EmptyState>
            )
          return (
            <ul className="divide-y border-t">
              {groups.slice(0, shownGroups).map((group) => (
                <GroupRow key={group.dprId} group={group} />
              ))}
            </ul>
          )
        }}
      </QueryState>
    </Panel>
  )
}

function GroupRow({ group }: { group: OfferGroup }) {
  const prices = group.offers.map((offer) => Number(offer.priceCents))
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return (
    <li>
      <Link
        to={paths.offersOf(group.dprId)}
        className="flex items-center gap-4 px-4 py-3 hover:bg-accent/45 focus-visible:-outline-offset-2 md:px-5"
      >
        <div className="min-w-0 flex-1">
          <div className="truncate font-medium">{group.dprTitle}</div>
          <div className="num text-muted-foreground text-sm">
            {low === high ? usd(low) : `${usd(low)} – ${usd(high)}`}
          </div>
        </div>
        <span className="num whitespace-nowrap text-sm">{plural(prices.length, 'offer')}</span>
      </Link>
    </li>
  )
}
