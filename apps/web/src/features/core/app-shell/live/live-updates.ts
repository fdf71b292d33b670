/** Refreshes the screen on others' changes: each event names the queries to refetch. */
import type { LiveEvent } from '@semblance/contract'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { orpc } from '@/lib/api/api.ts'
import { useLiveEvents, useLiveStream } from '@/lib/live/live.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { batchInvalidations } from './batch-invalidations.ts'

const { dashboards, dprs, offers, contracts, market, negotiation, notifications } = orpc
const ofMessages = [negotiation.unreadCount.key(), negotiation.list.key(), negotiation.get.key()]
const ofOffers = [offers.key(), orpc.previews.key(), dprs.key(), market.key(), dashboards.key()]

/** Presence, typing and the thread itself are the dialog's own. */
const staleAfter: Record<LiveEvent['topic'], QueryKey[]> = {
  ready: [],
  reset: [[]], // everything
  typing: [],
  'presence.changed': [],
  'message.sent': [...ofMessages, negotiation.contacts.key()],
  'message.read': ofMessages,
  'terms.changed': [
    offers.key(),
    contracts.key(),
    orpc.milestones.key(),
    orpc.timelines.key(),
    dashboards.key(),
    negotiation.key(),
    orpc.answering.key(),
  ],
  'notification.added': [notifications.key()],
  'notification.changed': [notifications.key()],
  'approval.changed': [orpc.approvals.key(), orpc.spending.key()],
  'dpr.changed': [dprs.key(), market.key(), dashboards.key(), orpc.answering.key()],
  'offer.changed': [
    ...ofOffers,
    contracts.key(),
    orpc.payments.key(),
    orpc.approvals.key(),
    orpc.answering.key(),
    orpc.subscriptions.key(),
  ],
  'contract.changed': [
    ...ofOffers,
    contracts.key(),
    orpc.milestones.key(),
    orpc.timelines.key(),
    orpc.deliveries.key(),
    orpc.draws.key(),
    orpc.payments.key(),
    orpc.invoices.key(),
    orpc.earnings.key(),
    orpc.payouts.key(),
    orpc.disputes.key(),
    orpc.shipments.key(),
    orpc.subscriptions.key(),
  ],
  'delivery.changed': [orpc.deliveries.latest.key(), orpc.twins.key()],
  'delivery.fetched': [orpc.deliveries.fetched.key()],
  'billing.changed': [orpc.billing.key(), orpc.invoices.key()],
  'push.changed': [orpc.pushes.list.key()],
  'listing.changed': [orpc.listings.key()],
  'subscription.changed': [orpc.subscriptions.key(), dashboards.key()],
  'payout.changed': [orpc.payouts.key(), orpc.earnings.key(), dashboards.key()],
  'membership.changed': [orpc.organizations.key()],
  'staff.changed': [
    orpc.admin.overview.key(),
    orpc.applications.key(),
    orpc.support.staff.key(),
    orpc.disputes.staff.key(),
    orpc.deliveries.staff.key(),
    orpc.books.staff.key(),
    orpc.payouts.listAttention.key(),
  ],
  'dispute.changed': [orpc.disputes.key(), orpc.findings.key()],
}

/** Used once, above all pages. */
export function LiveUpdates(): null {
  const { status, user } = useAuth()
  const queries = useQueryClient()
  const [refreshes] = useState(() =>
    batchInvalidations((queryKey) => {
      // A hidden tab refetches when it becomes visible; the bell rings in all tabs.
      const isSeen = !document.hidden || queryKey === staleAfter['notification.added'][0]
      void queries.invalidateQueries({ queryKey, refetchType: isSeen ? 'active' : 'none' })
      askFirstAnswersAgain(queries, queryKey)
    }),
  )
  useEffect(() => refreshes.stop, [refreshes])
  useLiveStream(status === 'signed-in' && user ? user.id : null)
  useLiveEvents(({ topic }) => refreshes.add(staleAfter[topic]))
  return null
}

/** Asks queries whose first answer is still under way once more after it: it may be older than the change. */
function askFirstAnswersAgain(queries: QueryClient, queryKey: QueryKey): void {
  for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    if (query.state.data === undefined)
      query.promise?.then(
        () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }),
        () => {},
      )
}
