import { PageHeader } from '@/components/blocks/page-header.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { CreateDpr } from '@/features/market/dprs/form/create-dpr.tsx'
import { paths } from '@/paths.ts'

export default function CreateDprPage() {
  return (
    <WorkPage side="client" title="Create DPR">
      <PageHeader
        back={{ label: 'Client dashboard', to: paths.clientDashboard }}
        title="Create a Data Procurement Request"
        meta="Verified vendors see it in the marketplace as soon as it is posted."
      />
      <RequireSide side="client">
        <RoleGate procedure="dprs.create" to="post requests" className="card p-5">
          <CreateDpr />
        </RoleGate>
      </RequireSide>
    </WorkPage>
  )
}
