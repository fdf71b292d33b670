import { Navigate, useLocation } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { ContractList } from '@/features/market/contracts/contract-list.tsx'
import { contractListQuery, readContractFilter } from '@/features/market/contracts/use-contracts.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { ownSide } from '@/lib/session/last-side.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

export const queries = queriesForRole('client', (_, search) => [
  contractListQuery('client', readContractFilter(search)),
])

/** Leads those who only sell to their own contracts: the page of an upload links here. */
export default function ActiveContractsPage() {
  const { roles } = useAuth()
  const { search } = useLocation()
  if (ownSide(roles, 'client') === 'vendor')
    return <Navigate to={paths.vendorContracts + search} replace />
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
