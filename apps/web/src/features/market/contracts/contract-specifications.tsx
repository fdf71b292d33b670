import {
  type ContractDetail,
  deliveryMethodTexts,
  describeDuePrice,
  termLabels,
} from '@semblance/contract'
import { Check } from 'lucide-react'
import { LicenseList } from '@/components/blocks/license/license-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { cn } from '@/lib/cn.ts'

/** Says what the delivery costs at its accuracy, and why. */
function DuePriceNote({ contract: { duePrice, priceCents } }: { contract: ContractDetail }) {
  if (!duePrice) return null
  return <p className="mb-4 max-w-[72ch] text-base">{describeDuePrice(duePrice, priceCents)}</p>
}

/** Values longer than this get a line of their own. */
const longestBeside = 40

export function ContractSpecifications({ contract }: { contract: ContractDetail }) {
  const { specifications, deliverables } = contract
  const short = specifications.filter(({ value }) => value.length <= longestBeside)
  const long = specifications.filter(({ value }) => value.length > longestBeside)
  return (
    <Panel title="Specifications" bodyClassName="pb-2!">
      {contract.offerDescription && (
        <p className="mb-3 max-w-[72ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
          {contract.offerDescription}
        </p>
      )}
      <h3 className="font-medium text-muted-foreground text-sm">Deliverables</h3>
      <ul className="mt-1.5 mb-4 grid gap-1.5">
        {deliverables.map((deliverable) => (
          <li key={deliverable} className="flex gap-2.5 text-base [overflow-wrap:anywhere]">
            <Check className="mt-[3px] size-4 shrink-0 text-primary" aria-hidden />
            {deliverable}
          </li>
        ))}
      </ul>
      <DuePriceNote contract={contract} />
      <dl className="grid gap-x-8 border-t md:grid-cols-2">
        {short.map(({ label, value }, index) => (
          <div
            key={label}
            className={cn(
              'flex justify-between gap-4 border-b py-2.5 text-base last:border-b-0',
              index === short.length - 1 && index % 2 === 0 && 'md:col-span-2',
              index === short.length - 2 && index % 2 === 0 && long.length === 0 && 'md:border-b-0',
            )}
          >
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="num text-right font-medium">{value}</dd>
          </div>
        ))}
        {long.map(({ label, value }) => (
          <div key={label} className="border-b py-2.5 text-base last:border-b-0 md:col-span-2">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="max-w-[72ch] whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-4 font-medium text-muted-foreground text-sm">How it is delivered</h3>
      <p className="mt-2 max-w-[72ch] text-base">{deliveryMethodTexts[contract.deliveryMethod]}</p>
      <h3 className="mt-4 font-medium text-muted-foreground text-sm">{termLabels.license}</h3>
      <LicenseList terms={contract.license} className="mt-2 mb-4" />
    </Panel>
  )
}
