import { PageHeader } from '@/components/blocks/page-header.tsx'
import { SideOnly } from '@/features/shell/side-only.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { VendorContractList } from '@/features/vendor-contracts/vendor-contract-list.tsx'

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
