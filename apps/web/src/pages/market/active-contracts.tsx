import { PageHeader } from '@/components/blocks/page-header.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { ContractList } from '@/features/market/contracts/contract-list.tsx'
import { contractListQuery, readContractFilter } from '@/features/market/contracts/use-contracts.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('client', (_, search) => [
  contractListQuery('client', readContractFilter(search)),
])

export default function ActiveContractsPage() {
  return (
    <WorkPage side="client" title="Active contracts">
      <PageHeader
        title="Active contracts"
        meta="What vendors are working on for you, and the money that waits for it"
      />
      <RequireSide side="client">
        <ContractList />
      </RequireSide>
    </WorkPage>
  )
}
