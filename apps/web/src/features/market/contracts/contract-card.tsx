import { type ContractSummary, contractStageLabels } from '@semblance/contract'
import { Link } from 'react-router'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { EscrowMeter } from '@/components/viz/escrow-meter.tsx'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { CompanyLink } from './company-link.tsx'
import { ContactParty } from './contact-party.tsx'
import { mainLinkOf, nextStepOf } from './next-step.ts'

export function ContractCard({ contract }: { contract: ContractSummary }) {
  const titleId = `contract-${contract.id}`
  const step = nextStepOf(contract, 'client')
  const next = mainLinkOf(step)
  return (
    <article aria-labelledby={titleId} className="card flex min-w-0 flex-col">
      <div className="flex items-start justify-between gap-4 px-4 pt-4 md:px-5">
        <div className="min-w-0">
          <h2 id={titleId} className="font-semibold text-md">
            {contract.title}
          </h2>
          <p className="text-muted-foreground text-sm">
            <CompanyLink name={contract.vendorName} slug={contract.vendorSlug} />{' '}
            <span className="mx-1">·</span> <Id>{contract.id}</Id>
          </p>
        </div>
        <div className="shrink-0 text-right">
          <div className="font-semibold">
            <Money cents={Number(contract.priceCents)} />
          </div>
          {contract.deliveryDate && (
            <div className="num text-muted-foreground text-sm">
              {contract.status === 'completed' ? 'was due' : 'due'} {date(contract.deliveryDate)}
            </div>
          )}
        </div>
      </div>
      <div className="px-4 pt-4 md:px-5">
        <div className="mb-1.5 flex items-center justify-between gap-2">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <StatusBadge domain="contract" status={contract.status} />
            {(contract.stage || contract.isPaymentUnderway) && (
              <span className="text-muted-foreground text-sm">
                {contract.isPaymentUnderway
                  ? 'Your payment is on its way'
                  : contract.stage && contractStageLabels[contract.stage]}
              </span>
            )}
          </span>
          <span className="num text-muted-foreground text-sm">{contract.progressPercent}%</span>
        </div>
        <Progress value={contract.progressPercent} label={`${contract.title} progress`} />
        <p className="mt-3 text-sm">
          <span className={step.isOwn ? 'font-medium text-primary' : 'text-muted-foreground'}>
            {step.lead}:
          </span>{' '}
          {step.sentence}
        </p>
      </div>
      <EscrowMeter
        className="mt-4 border-t px-4 py-4 md:px-5"
        size="sm"
        totalCents={Number(contract.priceCents)}
        releasedCents={Number(contract.releasedCents)}
        heldCents={Number(contract.heldCents)}
      />
      <div className="mt-auto flex flex-wrap gap-2 border-t px-4 py-3 max-sm:[&>*]:flex-1 md:px-5">
        {next && (
          <Button size="sm" asChild>
            <Link to={next.to}>
              {next.label}
              <span className="sr-only"> for {contract.title}</span>
            </Link>
          </Button>
        )}
        <ContactParty
          size="sm"
          variant="outline"
          contractId={contract.id}
          side="client"
          title={contract.title}
        />
        <Button size="sm" variant="outline" asChild>
          <Link to={paths.contract(contract.id)}>
            View Details<span className="sr-only"> of {contract.title}</span>
          </Link>
        </Button>
      </div>
    </article>
  )
}
