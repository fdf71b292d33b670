import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { DprTable, dprListQuery } from '@/features/market/dprs/dpr-table.tsx'
import { readDprList } from '@/features/market/dprs/use-dpr-list.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries = queriesForRole('client', (_, search) => [dprListQuery(readDprList(search))])

export default function ManageDprsPage() {
  return (
    <WorkPage side="client" title="Data procurement requests">
      <PageHeader
        title="Data procurement requests"
        meta="Everything your organization has asked vendors for"
        actions={
          <RequireSide side="client" otherwise={null}>
            <Button asChild>
              <Link to={paths.createDpr}>
                <Plus aria-hidden />
                Create New DPR
              </Link>
            </Button>
          </RequireSide>
        }
      />
      <RequireSide side="client">
        <DprTable />
      </RequireSide>
    </WorkPage>
  )
}
