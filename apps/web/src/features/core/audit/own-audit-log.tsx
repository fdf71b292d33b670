import { auditGroups } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { ownAuditColumns } from './own-audit-columns.tsx'
import { VerifyChain } from './verify-chain.tsx'

type Group = keyof typeof auditGroups
const groupNames = Object.keys(auditGroups) as Group[]
const searches = [
  { name: 'q', label: 'Search by person or object', placeholder: 'Person or object' },
]
const groups = {
  name: 'group',
  label: 'About',
  all: 'Everything',
  options: groupNames.map((value) => ({ value, label: auditGroups[value].label })),
}

const queryInput = (params: URLSearchParams) => ({
  search: params.get('q') ?? '',
  group: groupNames.find((name) => name === params.get('group')),
  from: params.get('from') || undefined,
  to: params.get('to') || undefined,
})

export const ownAuditQuery = (params: URLSearchParams) =>
  orpc.audit.own.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...queryInput(params), cursor }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Lists what the organization's members and keys did, for its administrators. */
export function OwnAuditLog() {
  const viewer = useQuery(orpc.organizations.viewer.queryOptions()).data
  if (!viewer) return null
  if (viewer.may.includes('administer')) return <Log />
  return (
    <div className="card">
      <EmptyState title="For administrators">
        The administrators of your organization read what its members and keys did.
      </EmptyState>
    </div>
  )
}

function Log() {
  const filters = useFilters()
  const query = useInfiniteQuery(ownAuditQuery(filters.params))
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <VerifyChain rows={rows} />
      <AuditPanel
        query={query}
        columns={ownAuditColumns}
        scope="What members and keys do about money, members and data is written down here, for good."
        filters={<AuditFilters filters={filters} searches={searches} choice={groups} />}
        exportCsv={
          <ExportCsv
            noun="audit log"
            columns={ownAuditColumns}
            readPage={(page, settings) =>
              api.audit.own({ ...queryInput(filters.params), ...page }, settings)
            }
            query={query}
          />
        }
      />
    </>
  )
}
