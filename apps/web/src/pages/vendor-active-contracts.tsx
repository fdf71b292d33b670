import { PageHeader } from '@/components/blocks/page-header.tsx'
import { contractListQuery, readContractFilter } from '@/features/contracts/use-contracts.ts'
import { VendorContractList } from '@/features/contracts/vendor-contract-list.tsx'
import { SideOnly } from '@/features/shell/side-only.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('vendor', (_, search) => [
  contractListQuery('vendor', readContractFilter(search)),
])

export default function VendorActiveContractsPage() {
  return (
    <WorkPage side="vendor" title="Active Contracts">
      <PageHeader title="Active Contracts" meta="What you have agreed to deliver, newest first." />
      <SideOnly side="vendor">
        <VendorContractList />
      </SideOnly>
    </WorkPage>
  )
}
