import { useQuery } from '@tanstack/react-query'
import { LinkRow } from '@/components/blocks/lists/link-row.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { orpc } from '@/lib/api/api.ts'
import { paths } from '@/paths.ts'

const bothSides = { isClient: true, isVendor: true }

/** Links to the pages of contract payments, for readers who look for them here. */
export function OtherPayments() {
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  const { isClient, isVendor } = viewer.data?.organization ?? bothSides
  return (
    <Panel
      title="Contract payments"
      description="Escrow and payouts are apart from the plan."
      bodyClassName="pb-1!"
    >
      <div className="border-t *:last:border-b-0">
        {isClient && (
          <LinkRow
            to={paths.contracts}
            title="Escrow payments"
            description="What you paid, contract by contract, with invoices"
          />
        )}
        {isVendor && (
          <LinkRow
            to={paths.earnings}
            title="Earnings and payouts"
            description="What was released to you, and what your bank has"
          />
        )}
      </div>
    </Panel>
  )
}
