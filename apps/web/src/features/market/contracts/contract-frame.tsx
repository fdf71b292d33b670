import type { ContractDetail, Delivery } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { NextStep } from '@/components/blocks/next-step.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { SectionLinks } from '@/components/blocks/section-links.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { CompanyLink } from './company-link.tsx'
import { ContactParty } from './contact-party.tsx'
import { ContractMenu } from './contract-menu.tsx'
import { backLinks } from './contract-query.ts'
import { nextStepOf, type StepAction } from './next-step.ts'
import { RequestChanges } from './request-changes.tsx'

export type ContractTab = 'contract' | 'timeline' | 'payments'

const deliveryQuery = (contractId: string) =>
  orpc.deliveries.latest.queryOptions({ input: { contractId } })

/** Returns the newest delivery of a contract; null without one, and until it is loaded. */
export function useLatestDelivery(contractId: string): Delivery | null {
  return useQuery(deliveryQuery(contractId)).data ?? null
}

type ContractFrameProps = { contract: ContractDetail; tab: ContractTab; children: ReactNode }

/** Renders what the three addresses of a contract share: its header, its next step and its tabs. */
export function ContractFrame({ contract, tab, children }: ContractFrameProps) {
  const { id, side, title, status } = contract
  return (
    <>
      <PageHeader
        className="mb-5"
        back={backLinks[side]}
        title={title}
        status={<StatusBadge domain="contract" status={status} />}
        meta={<Parties contract={contract} />}
        actions={
          <>
            <ContactParty contractId={id} side={side} variant="outline" />
            <ContractMenu contract={contract} />
          </>
        }
      />
      <ContractStep contract={contract} />
      <SectionLinks
        label="Parts of the contract"
        className="mb-5"
        links={[
          { label: 'Contract', to: paths.contract(id), isCurrent: tab === 'contract' },
          { label: 'Project Timeline', to: paths.timeline(id), isCurrent: tab === 'timeline' },
          { label: 'Payment Details', to: paths.paymentDetails(id), isCurrent: tab === 'payments' },
        ]}
      />
      {children}
    </>
  )
}

function Parties({ contract }: { contract: ContractDetail }) {
  const { id, side, clientName, clientSlug, vendorName, vendorSlug } = contract
  return (
    <>
      <Id>{id}</Id>
      <span className="inline-flex items-center gap-1.5">
        {side === 'vendor' ? (
          <>
            for <CompanyLink name={clientName} slug={clientSlug} />
          </>
        ) : (
          <>
            with <CompanyLink name={vendorName} slug={vendorSlug} />
            {vendorSlug && <VerifiedBadge />}
          </>
        )}
      </span>
      <span>{datesText(contract)}</span>
    </>
  )
}

function datesText({ deliveredAt, deliveryDate }: ContractDetail): string {
  if (deliveredAt) return `delivered ${date(deliveredAt)}`
  return deliveryDate ? `due ${date(deliveryDate)}` : 'delivery date set at payment'
}

function ContractStep({ contract }: { contract: ContractDetail }) {
  const delivery = useLatestDelivery(contract.id)
  const { lead, isOwn, sentence, detail, actions } = nextStepOf(contract, contract.side, delivery)
  return (
    <NextStep
      lead={lead}
      isOwn={isOwn}
      sentence={sentence}
      detail={detail}
      actions={
        actions.length > 0 &&
        actions.map((action) => (
          <Action
            key={action.kind === 'link' ? action.label : action.kind}
            action={action}
            contract={contract}
          />
        ))
      }
    />
  )
}

function Action({ action, contract }: { action: StepAction; contract: ContractDetail }) {
  if (action.kind === 'request_changes')
    return (
      <RequestChanges
        contractId={contract.id}
        vendorName={contract.vendorName}
        changeRequestsLeft={contract.changeRequestsLeft}
        size="lg"
      />
    )
  return (
    <Button asChild size="lg" variant={action.isMain ? 'primary' : 'outline'}>
      <Link to={action.to}>{action.label}</Link>
    </Button>
  )
}
