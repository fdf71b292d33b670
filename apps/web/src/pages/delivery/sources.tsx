import { PageHeader } from '@/components/blocks/page-header.tsx'
import { connectionsQuery } from '@/components/blocks/sources/connection-queries.ts'
import { sourcesQuery } from '@/components/blocks/sources/source-queries.ts'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { ConnectionsPanel } from '@/features/delivery/connections/connections-panel.tsx'
import { SourcesList } from '@/features/delivery/sources/sources-list.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { wasLastViewer } from '@/lib/session/last-viewer.ts'
import { useAuth } from '@/lib/session/session.tsx'

export const queries = queriesForRole('vendor', () => [
  sourcesQuery,
  ...(wasLastViewer('member') ? [connectionsQuery] : []),
])

export default function SourcesPage() {
  const { status } = useAuth()
  return (
    <WorkPage side="vendor" title="Sources">
      <PageHeader
        title="Sources"
        meta="Your original data, with what deliveries and previews together may disclose about each row. The ε of several measurements together is less than their sum."
      />
      <RequireSide side="vendor">
        <div className="grid min-w-0 gap-5">
          <SourcesList />
          {status === 'signed-in' && <ConnectionsPanel />}
        </div>
      </RequireSide>
    </WorkPage>
  )
}
