import { type ContractSummary, contractStatusLabels } from '@semblance/contract'
import { Link } from 'react-router'
import { Id } from '@/components/blocks/id.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { paths } from '@/paths.ts'

/** Completed and cancelled contracts, as a list. */
export function EndedContracts({ contracts }: { contracts: readonly ContractSummary[] }) {
  if (contracts.length === 0) return null
  return (
    <Panel title="Ended contracts" flush>
      <ul className="divide-y border-t">
        {contracts.map((contract) => (
          <li key={contract.id}>
            <Link
              to={paths.contract(contract.id)}
              className="flex flex-wrap items-center gap-x-6 gap-y-1.5 px-4 py-3 hover:bg-accent/45 focus-visible:-outline-offset-2 md:px-5"
            >
              <div className="min-w-0 flex-1 basis-60">
                <div className="truncate font-medium">{contract.title}</div>
                <div className="truncate text-muted-foreground text-sm">
                  {contract.vendorName} <span className="mx-1">·</span> <Id>{contract.id}</Id>
                </div>
              </div>
              <StatusBadge status={contractStatusLabels[contract.status]} />
              <Money
                cents={Number(contract.priceCents)}
                className="ml-auto min-w-24 text-right font-semibold"
              />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
