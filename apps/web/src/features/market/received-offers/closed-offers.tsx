import type { OfferRejection } from '@semblance/contract'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { api } from '@/lib/api/api.ts'
import { plural } from '@/lib/format.ts'
import { receivedOfferColumns } from './offer-columns.ts'
import { useReceivedOffers } from './received-offers.ts'
import { VendorName } from './vendor-name.tsx'

const outcomes: Record<OfferRejection, string> = {
  declined: 'You declined this offer.',
  not_selected: 'Not selected.',
  withdrawn: 'The vendor withdrew this offer.',
  expired: 'Closed with the request.',
}

/** Lists the closed offers on a request, outside the comparison. */
export function ClosedOffers({ dprId }: { dprId: string }) {
  const query = useReceivedOffers(dprId, { closed: true })
  const offers = query.data?.pages.flatMap((page) => page.items) ?? []
  if (offers.length === 0) return null
  return (
    <Panel
      title="Closed offers"
      flush
      action={
        <ExportCsv
          noun={`closed offers on ${dprId}`}
          columns={receivedOfferColumns}
          readPage={(page, options) =>
            api.offers.listReceived({ dprId, closed: true, ...page }, options)
          }
        />
      }
    >
      <ul className="divide-y border-t">
        {offers.map((offer) => (
          <li
            key={offer.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 md:px-5"
          >
            <div className="min-w-0 flex-1 basis-52">
              <div className="font-medium">
                <VendorName vendor={offer.vendor} />
              </div>
              <div className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
                {offer.rejectedAs && outcomes[offer.rejectedAs]}
                {offer.rejectReason && <> Reason: {offer.rejectReason}</>}
              </div>
            </div>
            <span className="num text-muted-foreground text-sm">
              <Money cents={Number(offer.priceCents)} />, {plural(offer.timelineDays, 'day')}
            </span>
            <StatusBadge domain="offer" status={offer.rejectedAs ?? 'rejected'} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} className="border-t" />
    </Panel>
  )
}
