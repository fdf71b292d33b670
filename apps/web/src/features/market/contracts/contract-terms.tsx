import {
  type ContractDetail,
  type Delivery,
  deliveryMethodTexts,
  describeDuePrice,
  type GateItem,
  type SpecificationId,
  termLabels,
} from '@semblance/contract'
import { Check, ChevronDown } from 'lucide-react'
import { LicenseList } from '@/components/blocks/license/license-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { date, plural, usd } from '@/lib/format.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { canPropose } from './contract-menu.tsx'

/** Values longer than this get a line of their own, with the full text. */
const longestBeside = 34

type ContractTermsProps = { contract: ContractDetail; delivery: Delivery | null }

/** Shows what was agreed and, next to it, what the delivery was found to be. */
export function ContractTerms({ contract, delivery }: ContractTermsProps) {
  const { specifications, revision, agreement, duePrice, priceCents, startDate } = contract
  const messages = useMessages()
  const found = foundOf(contract, delivery)
  const short = specifications.filter(({ value }) => value.length <= longestBeside)
  return (
    <Panel
      title="Specifications"
      description={`Terms of revision ${revision}${agreement ? `, drawn ${date(agreement.drawnAt)}` : ''}`}
      action={
        canPropose(contract) && (
          <Button
            size="sm"
            variant="outline"
            className="print:hidden"
            onClick={() => messages.open({ contractId: contract.id }, { propose: [] })}
          >
            Propose Changes
          </Button>
        )
      }
      bodyClassName="pb-3!"
    >
      {duePrice && (
        <p className="mb-3 max-w-[80ch] text-base">{describeDuePrice(duePrice, priceCents)}</p>
      )}
      <dl className="grid border-t md:grid-cols-2 md:gap-x-10">
        <Term label="Value" value={usd(priceCents)} />
        <Term
          label="Delivery date"
          value={contract.deliveryDate ? date(contract.deliveryDate) : 'Set at payment'}
        />
        <Term label="Start date" value={startDate ? date(startDate) : 'Once paid'} />
        {short.map(({ id, label, value }) => (
          <Term key={id} label={label} value={value} found={found[id]} />
        ))}
      </dl>
      <FullText contract={contract} />
    </Panel>
  )
}

type Found = { text: string; isMet: boolean }

function Term({
  label,
  value,
  found,
}: {
  label: string
  value: string
  found?: Found | undefined
}) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b py-2.5 text-base">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="num ml-auto text-right font-medium">
        {value}
        {found && (
          <span
            className={cn(
              'ml-1.5 font-normal text-sm',
              found.isMet ? 'text-st-success-fg' : 'text-st-danger-fg',
            )}
          >
            {found.text}
          </span>
        )}
      </dd>
    </div>
  )
}

const termsOfGate: Record<string, SpecificationId> = {
  accuracy: 'accuracy',
  'privacy-level': 'privacy',
  records: 'records',
  format: 'format',
}

/** Returns what the newest delivery was found to be, for each term that was measured. */
function foundOf(
  { deliveredAt, startDate, deliveryDate }: ContractDetail,
  delivery: Delivery | null,
): Partial<Record<SpecificationId, Found>> {
  const gate: GateItem[] =
    (delivery?.status === 'ready' && !delivery.supersededAt && delivery.gate) || []
  const measured = gate.flatMap(({ id, found, pass }) => {
    const term = termsOfGate[id]
    return term ? [[term, { text: `found ${found}`, isMet: pass }] as const] : []
  })
  const took =
    deliveredAt && startDate
      ? Math.max(1, Math.ceil((deliveredAt.getTime() - startDate.getTime()) / 86_400_000))
      : null
  return {
    ...Object.fromEntries(measured),
    ...(took !== null && {
      timeline: {
        text: `took ${plural(took, 'day')}`,
        isMet: !deliveryDate || !deliveredAt || deliveredAt <= deliveryDate,
      },
    }),
  }
}

function FullText({ contract }: { contract: ContractDetail }) {
  const { specifications, deliverables, offerDescription, deliveryMethod, license } = contract
  const long = specifications.filter(({ value }) => value.length > longestBeside)
  return (
    <details className="group print:open">
      <summary className="flex w-fit cursor-pointer items-center gap-1.5 pt-3 font-medium text-primary text-sm max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        Deliverables, license and the full text
        <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      <div className="mt-3 grid gap-4">
        {offerDescription && <p className={prose}>{offerDescription}</p>}
        <Section title="Deliverables">
          <ul className="grid gap-1.5">
            {deliverables.map((deliverable) => (
              <li key={deliverable} className="flex gap-2.5 text-base [overflow-wrap:anywhere]">
                <Check className="mt-[3px] size-4 shrink-0 text-primary" aria-hidden />
                {deliverable}
              </li>
            ))}
          </ul>
        </Section>
        {long.map(({ id, label, value }) => (
          <Section key={id} title={label}>
            <p className={prose}>{value}</p>
          </Section>
        ))}
        <Section title="How it is delivered">
          <p className={prose}>{deliveryMethodTexts[deliveryMethod]}</p>
        </Section>
        <Section title={termLabels.license}>
          <LicenseList terms={license} />
        </Section>
      </div>
    </details>
  )
}

const prose = 'max-w-[72ch] whitespace-pre-line text-base [overflow-wrap:anywhere]'

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h3 className="mb-1.5 font-medium text-muted-foreground text-sm">{title}</h3>
      {children}
    </div>
  )
}
