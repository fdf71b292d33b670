import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Button } from '@/components/ui/button.tsx'
import { DprTable, dprListQuery } from '@/features/dprs/dpr-table.tsx'
import { readDprList } from '@/features/dprs/use-dpr-list.ts'
import { SideOnly } from '@/features/shell/side-only.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries = onlyFor('client', (_, search) => [dprListQuery(readDprList(search))])

export default function ManageDprsPage() {
  return (
    <WorkPage side="client" title="Data procurement requests">
      <PageHeader
        title="Data procurement requests"
        meta="Everything your organization has asked vendors for"
        actions={
          <SideOnly side="client" otherwise={null}>
            <Button asChild>
              <Link to={paths.createDpr}>
                <Plus aria-hidden />
                Create New DPR
              </Link>
            </Button>
          </SideOnly>
        }
      />
      <SideOnly side="client">
        <DprTable />
      </SideOnly>
    </WorkPage>
  )
}
