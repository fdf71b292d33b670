import { type DprDetail, dprCan } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { AllOffers, ExportOffers } from '@/features/market/received-offers/all-offers.tsx'
import { DprOffers } from '@/features/market/received-offers/dpr-offers.tsx'
import {
  offeredRequestsQuery,
  receivedOffersQuery,
  withLiveOffers,
} from '@/features/market/received-offers/received-offers.ts'
import { SortSelect, sortIn, useOfferSort } from '@/features/market/received-offers/sort-select.tsx'
import { orpc } from '@/lib/api/api.ts'
import { type PageQueries, queriesForRole, thenQuery } from '@/lib/api/page-queries.ts'
import { dayMonth, plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

const dprQuery = (dprId: string) => orpc.dprs.get.queryOptions({ input: { dprId } })

const ofEveryRequest = queriesForRole('client', (_, search) => [
  thenQuery(offeredRequestsQuery(false), (shown) =>
    withLiveOffers(shown).map(({ dprId }) => receivedOffersQuery(dprId, { sort: sortIn(search) })),
  ),
  offeredRequestsQuery(true),
])
const ofOneRequest = (dprId: string, search: URLSearchParams) => [
  thenQuery(dprQuery(dprId), ({ isOwn }) =>
    isOwn
      ? [
          receivedOffersQuery(dprId, { sort: sortIn(search) }),
          receivedOffersQuery(dprId, { closed: true }),
        ]
      : [],
  ),
]
export const queries: PageQueries = (params, search) =>
  params.dprId ? ofOneRequest(params.dprId, search) : ofEveryRequest(params, search)

export default function VendorOffersPage() {
  const { dprId } = useParams()
  return dprId ? <OneRequest dprId={dprId} /> : <EveryRequest />
}

function OneRequest({ dprId }: { dprId: string }) {
  const query = useQuery(dprQuery(dprId))
  const title = query.data ? `Offers for ${query.data.title}` : 'Vendor offers'
  return (
    <WorkPage side="client" title={title}>
      <QueryState query={query} errorTitle="This DPR did not load" isPage notFound={<NotYours />}>
        {(dpr) => (dpr.isOwn ? <OffersOf dpr={dpr} /> : <NotYours />)}
      </QueryState>
    </WorkPage>
  )
}

function OffersOf({ dpr }: { dpr: DprDetail }) {
  const { sort, setSort } = useOfferSort()
  return (
    <>
      <PageHeader
        back={{ label: 'DPR details', to: paths.dpr(dpr.id) }}
        title={`Offers for ${dpr.title}`}
        meta={
          <>
            <Id>{dpr.id}</Id>
            <span>
              {plural(dpr.offersCount, 'offer')}
              {dprCan.takeOffers(dpr.status) && `, closes ${dayMonth(dpr.closesAt)}`}
            </span>
          </>
        }
        actions={dpr.offersCount > 1 && <SortSelect sort={sort} onSortChange={setSort} />}
      />
      <DprOffers dprId={dpr.id} sort={sort} />
    </>
  )
}

function NotYours() {
  return <NotFoundState record="DPR" back={{ label: 'Back to all offers', to: paths.offers }} />
}

function EveryRequest() {
  const { sort, setSort } = useOfferSort()
  return (
    <WorkPage side="client" title="Vendor offers">
      <PageHeader
        back={{ label: 'Client dashboard', to: paths.clientDashboard }}
        title="Vendor offers"
        meta="Every offer on your requests, request by request"
        actions={
          <RequireSide side="client" otherwise={null}>
            <div className="flex items-center gap-2">
              <SortSelect sort={sort} onSortChange={setSort} />
              <ExportOffers sort={sort} />
            </div>
          </RequireSide>
        }
      />
      <RequireSide side="client">
        <AllOffers sort={sort} />
      </RequireSide>
    </WorkPage>
  )
}
