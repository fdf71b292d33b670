import { type ContractSummary, contractCan, contractStageLabels } from '@semblance/contract'
import { Upload } from 'lucide-react'
import { Link } from 'react-router'
import { Timeline } from '@/components/blocks/lists/timeline.tsx'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { EscrowMeter } from '@/components/viz/escrow-meter.tsx'
import { date } from '@/lib/format.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { paths } from '@/paths.ts'
import { CompanyLink } from './company-link.tsx'
import { ContactParty } from './contact-party.tsx'
import { toTimelineItem } from './milestones/milestone-item.ts'

export function VendorContractPanel({ contract }: { contract: ContractSummary }) {
  return (
    <article className="card" aria-labelledby={`contract-${contract.id}`}>
      <header className="flex flex-wrap items-start justify-between gap-x-5 gap-y-3 border-b px-4 py-4 md:px-5">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 id={`contract-${contract.id}`} className="font-semibold text-md">
              {contract.title}
            </h2>
            <StatusBadge domain="contract" status={contract.status} />
          </div>
          <p className="mt-0.5 flex flex-wrap gap-x-2 text-muted-foreground text-sm">
            <CompanyLink name={contract.clientName} slug={contract.clientSlug} />
            <Id>{contract.id}</Id>
            {contract.stage && <span>{contractStageLabels[contract.stage]}</span>}
            <span>
              {contract.deliveryDate
                ? `Delivery ${contract.status === 'completed' ? 'was due' : 'due'} ${date(contract.deliveryDate)}`
                : contract.status === 'awaiting_payment' && 'Waiting for payment into escrow'}
            </span>
          </p>
        </div>
        <DeliveryLink contract={contract} />
      </header>
      <div className="grid gap-x-8 gap-y-6 px-4 py-5 md:grid-cols-2 md:px-5">
        <section aria-label="Milestones">
          <div className="mb-4 flex items-center gap-3">
            <Progress value={contract.progressPercent} label={`Progress of ${contract.title}`} />
            <span className="num w-10 text-right text-muted-foreground text-sm">
              {contract.progressPercent}%
            </span>
          </div>
          <Timeline items={contract.milestones.map(toTimelineItem)} />
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
      {contract.openChangeRequest && <OpenChangeRequest request={contract.openChangeRequest} />}
      <Actions contract={contract} />
    </article>
  )
}

function OpenChangeRequest({
  request,
}: {
  request: NonNullable<ContractSummary['openChangeRequest']>
}) {
  return (
    <div className="border-t bg-st-warn-bg px-4 py-3 md:px-5">
      <p className="font-semibold text-st-warn-fg">Changes requested {date(request.createdAt)}</p>
      <p className="mt-0.5 max-w-[100ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
        {request.reason}
      </p>
    </div>
  )
}

function Actions({ contract }: { contract: ContractSummary }) {
  const { id, title } = contract
  const messages = useMessages()
  return (
    <div className="flex flex-wrap gap-2 border-t px-4 py-3 max-sm:[&>*]:flex-1 md:px-5">
      <Button asChild size="sm" variant="outline">
        <Link to={paths.contract(id)}>
          View Details<span className="sr-only"> of {title}</span>
        </Link>
      </Button>
      <Button asChild size="sm" variant="outline">
        <Link to={paths.timeline(id)}>
          Project Timeline<span className="sr-only"> of {title}</span>
        </Link>
      </Button>
      <Button asChild size="sm" variant="outline">
        <Link to={paths.paymentDetails(id)}>
          Payment Details<span className="sr-only"> of {title}</span>
        </Link>
      </Button>
      <ContactParty size="sm" variant="outline" contractId={id} side="vendor" title={title} />
      {contractCan.extend(contract.status) && (
        <MayCall procedure="negotiation.propose" side="vendor">
          <Button
            size="sm"
            variant="outline"
            onClick={() => messages.open({ contractId: id }, { propose: ['timeline'] })}
          >
            Request Extension<span className="sr-only"> of {title}</span>
          </Button>
        </MayCall>
      )}
    </div>
  )
}

function DeliveryLink({ contract }: { contract: ContractSummary }) {
  if (contractCan.deliver(contract.status))
    return (
      <Button asChild className="max-md:w-full">
        <Link to={paths.upload(contract.id)}>
          <Upload aria-hidden />
          Upload Delivery<span className="sr-only"> for {contract.title}</span>
        </Link>
      </Button>
    )
  if (contract.status === 'synthetic_processing')
    return (
      <Button asChild variant="soft" className="max-md:w-full">
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
