import { type DprDetail, dprCan, type Side } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { closingFact } from '@/components/blocks/text/closing-fact.ts'
import { Competition } from '@/components/blocks/text/competition.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { LikeContracts } from '@/components/viz/like-contracts.tsx'
import { orpc } from '@/lib/api/api.ts'
import { paths } from '@/paths.ts'
import { budgetText } from './dpr-labels.ts'
import { ClientActions, OfferAction } from './offer-action.tsx'

type OfferPanelProps = { dpr: DprDetail; side: Side }

/** Shows what counts before an offer, and the way to send one; a client may ask for the like. */
export function OfferPanel({ dpr, side }: OfferPanelProps) {
  const isLive = dprCan.takeOffers(dpr.status) && dpr.closesAt > new Date()
  const closing = closingFact(dpr, isLive)
  return (
    <Panel title={side === 'vendor' ? 'Your offer' : 'This request'}>
      <DescriptionList
        className="-mt-2.5 border-b"
        rows={[
          { term: 'Budget', value: <span className="num">{budgetText(dpr)}</span> },
          { term: closing.label, value: <span className="num">{closing.value}</span> },
          ...(side === 'vendor'
            ? [
                {
                  term: 'Offers so far',
                  value: (
                    <span className="num inline-flex items-center gap-2">
                      {dpr.offersCount}
                      <Competition offers={dpr.offersCount} />
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      {side === 'vendor' && isLive && <LikeThis dpr={dpr} />}
      <div className="mt-4 grid gap-2">
        <Action dpr={dpr} side={side} isLive={isLive} />
      </div>
    </Panel>
  )
}

/** Shows the prices of contracts like the request against its budget; nothing for too few. */
function LikeThis({ dpr }: { dpr: DprDetail }) {
  const columns = dpr.dataContract?.schema.flatMap((table) => table.properties).length
  const { data } = useQuery(
    orpc.estimates.price.queryOptions({
      input: {
        category: dpr.category,
        privacyLevel: dpr.privacyLevel,
        ...(columns && { columns }),
        ...(dpr.minRecords && { records: dpr.minRecords }),
      },
    }),
  )
  if (!data) return null
  return (
    <div className="mt-3">
      <LikeContracts
        estimate={data}
        marks={[
          { id: 'from', name: 'Budget from', cents: Number(dpr.budgetMinCents) },
          { id: 'to', name: 'to', cents: Number(dpr.budgetMaxCents) },
        ]}
      />
    </div>
  )
}

function Action({ dpr, side, isLive }: OfferPanelProps & { isLive: boolean }) {
  if (dpr.isOwn)
    return (
      <Button asChild size="lg">
        <Link to={paths.dpr(dpr.id)}>Manage your request</Link>
      </Button>
    )
  if (side === 'client') return <ClientActions dpr={dpr} isHere />
  if (dpr.offered || isLive) return <OfferAction dpr={dpr} size="lg" />
  return <p className="text-base text-muted-foreground">This request no longer takes offers.</p>
}
