import {
  type ContractSummary,
  contractCan,
  contractStageLabels,
  contractStatusLabels,
} from '@semblance/contract'
import { Upload } from 'lucide-react'
import { Link } from 'react-router'
import { Id } from '@/components/blocks/id.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { Timeline } from '@/components/blocks/timeline.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { EscrowMeter } from '@/components/viz/escrow-meter.tsx'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

export function VendorContractPanel({ contract }: { contract: ContractSummary }) {
  return (
    <article className="card" aria-labelledby={`contract-${contract.id}`}>
      <header className="flex flex-wrap items-start justify-between gap-x-5 gap-y-3 border-b px-4 py-4 md:px-5">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 id={`contract-${contract.id}`} className="font-semibold text-md">
              {contract.title}
            </h2>
            <StatusBadge status={contractStatusLabels[contract.status]} />
          </div>
          <p className="mt-0.5 flex flex-wrap gap-x-2 text-muted-foreground text-sm">
            <span>{contract.clientName}</span>
            <Id>{contract.id}</Id>
            {contract.stage && <span>{contractStageLabels[contract.stage]}</span>}
            <span>
              {contract.deliveryDate
                ? `Delivery due ${date(contract.deliveryDate)}`
                : 'Waiting for payment into escrow'}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:[&>*]:flex-1">
          <Button asChild variant="outline">
            <Link to={paths.contract(contract.id)}>
              View Details<span className="sr-only"> of {contract.title}</span>
            </Link>
          </Button>
          <DeliveryLink contract={contract} />
        </div>
      </header>
      <div className="grid gap-x-8 gap-y-6 px-4 py-5 md:grid-cols-2 md:px-5">
        <section aria-label="Milestones">
          <div className="mb-4 flex items-center gap-3">
            <Progress value={contract.progressPercent} label={`Progress of ${contract.title}`} />
            <span className="num w-10 text-right text-muted-foreground text-sm">
              {contract.progressPercent}%
            </span>
          </div>
          <Timeline
            items={contract.milestones.map(({ id, title, status, date: day }) => ({
              id,
              title,
              status,
              when: day && date(day),
            }))}
          />
        </section>
        <section aria-label="Money">
          <p className="mb-2.5 text-muted-foreground text-sm">
            Contract price{' '}
            <Money cents={Number(contract.priceCents)} className="font-semibold text-foreground" />
          </p>
          <EscrowMeter
            totalCents={Number(contract.priceCents)}
            releasedCents={Number(contract.releasedCents)}
            heldCents={Number(contract.heldCents)}
          />
          <p className="mt-3 text-muted-foreground text-sm">{whatMovesTheMoney(contract)}</p>
        </section>
      </div>
    </article>
  )
}

function DeliveryLink({ contract }: { contract: ContractSummary }) {
  if (contractCan.deliver(contract.status))
    return (
      <Button asChild>
        <Link to={paths.upload(contract.id)}>
          <Upload aria-hidden />
          Upload Delivery<span className="sr-only"> for {contract.title}</span>
        </Link>
      </Button>
    )
  if (contract.status === 'synthetic_processing')
    return (
      <Button asChild variant="soft">
        <Link to={paths.upload(contract.id)}>
          View progress<span className="sr-only"> of {contract.title}</span>
        </Link>
      </Button>
    )
  return null
}

function whatMovesTheMoney({ status, heldCents }: ContractSummary): string {
  if (status === 'awaiting_payment') return 'Work begins when the client has paid into escrow.'
  if (status === 'pending_review')
    return "Escrow is released to you with the client's acceptance of the delivery."
  if (status === 'completed') return 'Escrow has been released to you.'
  if (status === 'disputed') return 'Escrow stays held until the dispute is settled.'
  if (heldCents === 0n) return 'No money is held for this contract.'
  return 'The client has paid. Escrow is held until your delivery is validated and accepted.'
}
