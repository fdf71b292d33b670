import { PageHeader } from '@/components/blocks/page-header.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { contractListQuery, readContractFilter } from '@/features/market/contracts/use-contracts.ts'
import { VendorContractList } from '@/features/market/contracts/vendor-contract-list.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('vendor', (_, search) => [
  contractListQuery('vendor', readContractFilter(search)),
])

export default function VendorActiveContractsPage() {
  return (
    <WorkPage side="vendor" title="Active Contracts">
      <PageHeader title="Active Contracts" meta="What you have agreed to deliver, newest first." />
      <RequireSide side="vendor">
        <VendorContractList />
      </RequireSide>
    </WorkPage>
  )
}
