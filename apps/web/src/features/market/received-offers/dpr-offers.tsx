import type { ReceivedSort } from '@semblance/contract'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { api } from '@/lib/api/api.ts'
import { useUrlParams } from '@/lib/api/use-address-params.ts'
import { ClosedOffers } from './closed-offers.tsx'
import { OfferCard } from './offer-card.tsx'
import { receivedOfferColumns } from './offer-columns.ts'
import { OfferComparison } from './offer-comparison.tsx'
import { OffersAgainstBudget } from './offers-against-budget.tsx'
import { useReceivedOffers } from './received-offers.ts'

const views = [
  { value: 'cards', label: 'Cards' },
  { value: 'compare', label: 'Side by side' },
] as const
type View = (typeof views)[number]['value']

type DprOffersProps = {
  dprId: string
  sort: ReceivedSort
  /** Shows only the cards, for pages with several requests. */
  inGroup?: boolean
}

/**
 * Shows the offers on one request: against its budget, as cards or side by side, and those that
 * ended.
 */
export function DprOffers({ dprId, sort, inGroup = false }: DprOffersProps) {
  const query = useReceivedOffers(dprId, { sort })
  const { view, setView } = useView()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <QueryState query={query} errorTitle="Offers did not load" skeleton={<OffersSkeleton />}>
        {({ pages }) => {
          const offers = pages.flatMap((page) => page.items)
          if (offers.length === 0) return inGroup ? null : <NoOffers />
          const vendors = offers.map(({ vendor }) => vendor.id)
          const comparing = !inGroup && view === 'compare' && offers.length > 1
          return (
            <>
              {(!inGroup || offers.length > 1) && (
                <OffersAgainstBudget
                  offers={offers}
                  title={inGroup ? undefined : 'Offers against your budget'}
                />
              )}
              {!inGroup && (
                <div className="flex flex-wrap items-center justify-end gap-3">
                  {offers.length > 1 && (
                    <ChoiceChips
                      label="Show offers as"
                      options={views}
                      value={view}
                      onValueChange={setView}
                      className="mr-auto"
                    />
                  )}
                  <ExportCsv
                    noun={`offers on ${dprId}`}
                    columns={receivedOfferColumns}
                    readPage={(page, options) =>
                      api.offers.listReceived({ dprId, sort, ...page }, options)
                    }
                  />
                </div>
              )}
              {comparing ? (
                <OfferComparison offers={offers} />
              ) : (
                <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
                  {offers.map((offer) => (
                    <OfferCard key={offer.id} offer={offer} vendors={vendors} />
                  ))}
                </div>
              )}
              <LoadMore query={query} className="p-0" />
            </>
          )
        }}
      </QueryState>
      {!inGroup && <ClosedOffers dprId={dprId} />}
    </div>
  )
}

function useView() {
  const [params, change] = useUrlParams()
  const view: View = params.get('view') === 'compare' ? 'compare' : 'cards'
  const setView = (next: View) =>
    change((current) => {
      if (next === 'compare') current.set('view', next)
      else for (const key of ['view', 'offers']) current.delete(key)
    })
  return { view, setView }
}

/** The budget, then a row of cards. */
function OffersSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-[131px] rounded-lg" />
      <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
        <Skeleton className="h-[646px] rounded-lg" />
        <Skeleton className="h-[646px] rounded-lg max-md:hidden" />
        <Skeleton className="h-[646px] rounded-lg max-xl:hidden" />
      </div>
    </div>
  )
}

export function NoOffers() {
  return (
    <div className="card">
      <EmptyState title="No offers yet">
        Vendors usually answer within 5-7 business days.
      </EmptyState>
    </div>
  )
}
