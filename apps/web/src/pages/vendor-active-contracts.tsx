import { PageHeader } from '@/components/blocks/page-header.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { VendorContractList } from '@/features/vendor-contracts/vendor-contract-list.tsx'
import { VendorOnly } from '@/features/vendor-dashboard/vendor-only.tsx'

export default function VendorActiveContractsPage() {
  return (
    <WorkPage side="vendor" title="Active Contracts">
      <PageHeader title="Active Contracts" meta="What you have agreed to deliver, newest first." />
      <VendorOnly>
        <VendorContractList />
      </VendorOnly>
    </WorkPage>
  )
}
