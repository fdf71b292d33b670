import { PageHeader } from '@/components/blocks/page-header.tsx'
import { ContractList } from '@/features/contracts/contract-list.tsx'
import { contractListQuery, readContractFilter } from '@/features/contracts/use-contracts.ts'
import { SideOnly } from '@/features/shell/side-only.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('client', (_, search) => [
  contractListQuery('client', readContractFilter(search)),
])

export default function ActiveContractsPage() {
  return (
    <WorkPage side="client" title="Active contracts">
      <PageHeader
        title="Active contracts"
        meta="What vendors are working on for you, and the money that waits for it"
      />
      <SideOnly side="client">
        <ContractList />
      </SideOnly>
    </WorkPage>
  )
}
