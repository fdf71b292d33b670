import { PageHeader } from '@/components/blocks/page-header.tsx'
import { VendorContractList } from '@/features/contracts/vendor-contract-list.tsx'
import { SideOnly } from '@/features/shell/side-only.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'

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
