import { PageHeader } from '@/components/blocks/page-header.tsx'
import { CreateDpr } from '@/features/dprs/create-dpr.tsx'
import { SideOnly } from '@/features/shell/side-only.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { paths } from '@/paths.ts'

export default function CreateDprPage() {
  return (
    <WorkPage side="client" title="Create DPR">
      <PageHeader
        back={{ label: 'Client dashboard', to: paths.clientDashboard }}
        title="Create a Data Procurement Request"
        meta="Verified vendors see it in the marketplace as soon as it is posted."
      />
      <SideOnly side="client">
        <CreateDpr />
      </SideOnly>
    </WorkPage>
  )
}
