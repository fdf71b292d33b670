import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import {
  revisionsQuery,
  subscriptionQuery,
} from '@/features/delivery/subscriptions/subscription-queries.ts'
import { SubscriptionView } from '@/features/delivery/subscriptions/subscription-view.tsx'
import { useMarketSide } from '@/features/market/marketplace/use-market-side.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries: PageQueries = ({ subscriptionId = '' }) => [
  subscriptionQuery(subscriptionId),
  revisionsQuery(subscriptionId),
]

/** Shows a subscription to its client or its vendor. */
export default function SubscriptionPage() {
  const { subscriptionId = '' } = useParams()
  const lastSide = useMarketSide()
  const query = useQuery(subscriptionQuery(subscriptionId))
  const side = query.data?.side ?? lastSide
  const back =
    side === 'vendor'
      ? { label: 'Listings', to: paths.ownListings }
      : { label: 'Subscriptions', to: paths.subscriptions }
  return (
    <WorkPage side={side} title={query.data?.title ?? 'Subscription'} isShared>
      <QueryState
        query={query}
        errorTitle="This subscription did not load"
        isPage
        notFound={<NotFoundState record="subscription" back={back} />}
      >
        {(subscription) => (
          <>
            <PageHeader
              back={back}
              title={subscription.title}
              meta={
                <>
                  <Id>{subscription.id}</Id>
                  <StatusBadge domain="dataSubscription" status={subscription.status} />
                  <span>
                    {subscription.side === 'client' ? 'From' : 'For'} {subscription.counterpart}
                  </span>
                </>
              }
            />
            <SubscriptionView subscription={subscription} />
          </>
        )}
      </QueryState>
    </WorkPage>
  )
}
