import {
  dataFormatLabels,
  type OfferStatus,
  offerStatuses,
  offerStatusLabels,
  privacyLevelLabels,
  type SentOffer,
} from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { paths } from '@/paths.ts'
import { SentOfferRow } from './sent-offer-row.tsx'

const tabs = ['all', ...offerStatuses] as const
type Tab = (typeof tabs)[number]

const emptyTitles: Record<Tab, string> = {
  all: 'No offers yet',
  pending: 'No pending offers',
  accepted: 'No accepted offers',
  rejected: 'No rejected offers',
}

const readTab = (search: URLSearchParams) =>
  tabs.find((known) => known === search.get('tab')) ?? 'all'

const statusOf = (tab: Tab): OfferStatus | undefined => (tab === 'all' ? undefined : tab)

const tabLabel = (tab: Tab) => (tab === 'all' ? 'All' : offerStatusLabels[tab])

const countsQuery = orpc.offers.listSent.queryOptions({ input: { limit: 1 } })
const offersQuery = (tab: Tab) =>
  orpc.offers.listSent.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor, status: statusOf(tab) }),
    ...byCursor,
  })

/** Returns the first queries of the list. */
export const sentOfferQueries = (search: URLSearchParams) => [
  countsQuery,
  offersQuery(readTab(search)),
]

export const sentOfferColumns: readonly Column<SentOffer>[] = [
  { csvHead: 'Offer', csv: (offer) => offer.id },
  { csvHead: 'Request', csv: (offer) => offer.dprId },
  { csvHead: 'Title', csv: (offer) => offer.dprTitle },
  { csvHead: 'Client', csv: (offer) => offer.clientName },
  { csvHead: 'Price (USD)', csv: (offer) => plainUsd(offer.priceCents) },
  { csvHead: 'Timeline (days)', csv: (offer) => offer.timelineDays },
  {
    csvHead: 'Data formats',
    csv: (offer) => offer.dataFormats.map((key) => dataFormatLabels[key]).join(', '),
  },
  { csvHead: 'Sample records', csv: (offer) => offer.sampleRecords },
  { csvHead: 'Minimum accuracy (%)', csv: (offer) => offer.minAccuracyPercent },
  { csvHead: 'Accuracy for full price (%)', csv: (offer) => offer.targetAccuracyPercent },
  { csvHead: 'Lowest price (%)', csv: (offer) => offer.floorPricePercent },
  { csvHead: 'Privacy level', csv: (offer) => privacyLevelLabels[offer.privacyLevel] },
  { csvHead: 'More rows of a draw', csv: (offer) => offer.moreRows?.rows },
  { csvHead: 'More rows, draws', csv: (offer) => offer.moreRows?.draws },
  { csvHead: 'Status', csv: (offer) => statusLabel('offer', offer.rejectedAs ?? offer.status) },
  { csvHead: 'Reason', csv: (offer) => offer.rejectReason },
  { csvHead: 'Messages', csv: (offer) => offer.messagesCount },
  { csvHead: 'Contract', csv: (offer) => offer.contractId },
  { csvHead: 'Sent', csv: (offer) => offer.createdAt },
]

/** Lists the vendor's offers by status; the tab is in the address. */
export function SentOfferList() {
  const [params, setParams] = useSearchParams()
  const tab = readTab(params)
  const { data } = useQuery(countsQuery)
  const countOf = (of: Tab) => data && (of === 'all' ? sum(data.counts) : data.counts[of])
  return (
    <Tabs
      value={tab}
      onValueChange={(next) =>
        setParams(next === 'all' ? {} : { tab: next }, { replace: true, preventScrollReset: true })
      }
    >
      <TabsList aria-label="Offers by status">
        {tabs.map((value) => (
          <TabsTrigger key={value} value={value} count={countOf(value)}>
            {tabLabel(value)}
          </TabsTrigger>
        ))}
      </TabsList>
      {tabs.map((value) => (
        <TabsContent key={value} value={value} className="pt-5">
          <OffersOf tab={value} />
        </TabsContent>
      ))}
    </Tabs>
  )
}

const sum = (counts: Record<OfferStatus, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

function OffersOf({ tab }: { tab: Tab }) {
  const query = useInfiniteQuery(offersQuery(tab))
  return (
    <section className="card overflow-hidden" aria-label={`${tabLabel(tab)} offers`}>
      <div className="flex items-center justify-between gap-3 border-b px-4 py-2 md:px-5">
        <p className="text-muted-foreground text-sm">Newest first</p>
        <ExportCsv
          noun={`${tab} offers`}
          columns={sentOfferColumns}
          readPage={(page, options) =>
            api.offers.listSent({ status: statusOf(tab), ...page }, options)
          }
          query={query}
        />
      </div>
      <PagedList
        query={query}
        errorTitle="Offers did not load"
        empty={
          <EmptyState
            title={emptyTitles[tab]}
            action={
              <Button asChild>
                <Link to={paths.marketplace}>Browse Marketplace</Link>
              </Button>
            }
          >
            Find a request that fits your data and send an offer on it.
          </EmptyState>
        }
      >
        {(offers) => (
          <ul className="divide-y">
            {offers.map((offer) => (
              <SentOfferRow key={offer.id} offer={offer} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
