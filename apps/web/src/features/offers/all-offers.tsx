import { LoadMore } from '@/components/blocks/load-more.tsx'
import { MoreLink } from '@/components/blocks/more-link.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { DecidedRequests } from './decided-requests.tsx'
import { NoOffers } from './dpr-offers.tsx'
import { OfferComparison } from './offer-comparison.tsx'
import {
  groupByDpr,
  type OfferGroup,
  type OfferSort,
  sortOffers,
  useReceivedOffers,
} from './received-offers.ts'

const isDecided = ({ offers }: OfferGroup) => offers.some((offer) => offer.funded)

/** Offers on all of the organization's requests: side by side where one must be chosen, in short where one was. */
export function AllOffers({ sort }: { sort: OfferSort }) {
  const query = useReceivedOffers()
  return (
    <QueryState query={query} errorTitle="Offers did not load">
      {({ pages }) => {
        const groups = groupByDpr(pages.flatMap((page) => page.items))
        if (groups.length === 0) return <NoOffers />
        return (
          <div className="grid gap-10">
            {groups
              .filter((group) => !isDecided(group))
              .map(({ dprId, dprTitle, offers }) => (
                <section key={dprId} aria-labelledby={`group-${dprId}`}>
                  <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
                    <h2 id={`group-${dprId}`} className="display text-xl">
                      {dprTitle}{' '}
                      <span className="num font-normal font-sans text-base text-muted-foreground">
                        {plural(offers.length, 'offer')}
                      </span>
                    </h2>
                    <MoreLink to={paths.offersOf(dprId)}>Compare offers</MoreLink>
                  </div>
                  <OfferComparison
                    offers={sortOffers(offers, sort)}
                    complete={!query.hasNextPage}
                  />
                </section>
              ))}
            <DecidedRequests groups={groups.filter(isDecided)} />
            <LoadMore query={query} />
          </div>
        )
      }}
    </QueryState>
  )
}
