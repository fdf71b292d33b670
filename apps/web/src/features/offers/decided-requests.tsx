import { Link } from 'react-router'
import { Money } from '@/components/blocks/money.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import type { OfferGroup } from './received-offers.ts'

/** Requests whose offer has been chosen and paid. */
export function DecidedRequests({ groups }: { groups: readonly OfferGroup[] }) {
  if (groups.length === 0) return null
  return (
    <Panel title="Decided requests" flush>
      <ul className="divide-y border-t">
        {groups.map((group) => (
          <DecidedRow key={group.dprId} group={group} />
        ))}
      </ul>
    </Panel>
  )
}

function DecidedRow({ group: { dprId, dprTitle, offers } }: { group: OfferGroup }) {
  const chosen = offers.find((offer) => offer.funded)
  return (
    <li>
      <Link
        to={paths.offersOf(dprId)}
        className="flex items-center gap-4 px-4 py-3 hover:bg-accent/45 focus-visible:-outline-offset-2 md:px-5"
      >
        <div className="min-w-0 flex-1">
          <div className="truncate font-medium">{dprTitle}</div>
          <div className="num text-muted-foreground text-sm">
            {chosen && `${chosen.vendor.name} chosen from `}
            {plural(offers.length, 'offer')}
          </div>
        </div>
        {chosen && <Money cents={Number(chosen.priceCents)} className="font-semibold" />}
      </Link>
    </li>
  )
}
