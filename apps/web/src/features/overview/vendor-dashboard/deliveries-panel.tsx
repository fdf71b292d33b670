import type { DueDelivery } from '@semblance/contract'
import { Clock, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { cn } from '@/lib/cn.ts'
import { dayMonth } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Sets the time before its end from which a delivery is marked. */
const nearPercent = 80

type DeliveriesPanelProps = { deliveries: readonly DueDelivery[]; className?: string }

/** Lists contracts that wait for an upload, the earliest due first. */
export function DeliveriesPanel({ deliveries, className }: DeliveriesPanelProps) {
  return (
    <Panel
      title="Deliveries due"
      action={<MoreLink to={paths.vendorContracts}>All contracts</MoreLink>}
      flush
      className={className}
    >
      {deliveries.length === 0 ? (
        <p className="border-t px-4 py-5 text-muted-foreground md:px-5">
          Nothing waits for you. A delivery falls due when a client has paid for an accepted offer.
        </p>
      ) : (
        <ul className="divide-y border-t">
          {deliveries.map((delivery, index) => (
            <DeliveryRow key={delivery.contractId} delivery={delivery} isFirst={index === 0} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function DeliveryRow({ delivery, isFirst }: { delivery: DueDelivery; isFirst: boolean }) {
  const { contractId, title, clientName, dueAt, elapsedPercent, reason } = delivery
  const isNear = elapsedPercent >= nearPercent
  return (
    <li className="px-4 py-3 md:px-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <Link
            to={paths.timeline(contractId)}
            className="block truncate rounded-xs font-medium underline-offset-[3px] hover:underline"
          >
            {title}
          </Link>
          <div className="truncate text-muted-foreground text-sm">{clientName}</div>
        </div>
        <span
          className={cn(
            'num inline-flex items-center gap-1 whitespace-nowrap text-sm',
            isNear ? 'font-medium text-st-warn-fg' : 'text-muted-foreground',
          )}
        >
          {isNear && <Clock className="size-3.5" aria-hidden />}
          {dueAt < new Date() ? 'Was due ' : ''}
          {dayMonth(dueAt)}
        </span>
      </div>
      <div className="mt-2 flex items-center gap-3">
        <Progress value={elapsedPercent} label={`Time used for ${title}`} />
        <span className="num whitespace-nowrap text-right text-muted-foreground text-sm">
          {elapsedPercent}% of the time
        </span>
      </div>
      {reason && <p className="mt-2 text-sm text-st-warn-fg [overflow-wrap:anywhere]">{reason}</p>}
      {(isFirst || reason) && (
        <Button asChild size="sm" className="mt-3 w-full">
          <Link to={paths.upload(contractId)}>
            <Upload aria-hidden />
            {reason ? 'Upload again' : 'Upload delivery'}
            <span className="sr-only"> for {title}</span>
          </Link>
        </Button>
      )}
    </li>
  )
}
