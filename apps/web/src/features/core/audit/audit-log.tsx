import { type AuditRow, auditActionNames, auditActions } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditDetail } from './audit-detail.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditPanel } from './audit-panel.tsx'

const searches = [
  { name: 'q', label: 'Search by object', placeholder: 'Object: dispute:DSP-7' },
  { name: 'by', label: 'Search by person', placeholder: 'Name, e-mail or platform' },
]
const actions = {
  name: 'action',
  label: 'Action',
  all: 'Every action',
  options: auditActionNames.map((value) => ({ value, label: auditActions[value] })),
}

const queryInput = (params: URLSearchParams) => ({
  object: params.get('q') ?? '',
  actor: params.get('by') ?? '',
  action: auditActionNames.find((name) => name === params.get('action')),
  from: params.get('from') || undefined,
  to: params.get('to') || undefined,
})

export const auditQuery = (params: URLSearchParams) =>
  orpc.audit.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...queryInput(params), cursor }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Lists the audit log, newest first, each row with its leaf in the transparency log. */
export function AuditLog() {
  const filters = useFilters()
  const [opened, setOpened] = useState<AuditRow | null>(null)
  const query = useInfiniteQuery(auditQuery(filters.params))
  const columns = auditColumns(setOpened)
  return (
    <>
      <AuditPanel
        query={query}
        columns={columns}
        scope="What people do about money and rights is written down here, for good."
        filters={<AuditFilters filters={filters} searches={searches} choice={actions} />}
        exportCsv={
          <ExportCsv
            noun="audit log"
            columns={columns}
            readPage={(page, options) =>
              api.audit.list({ ...queryInput(filters.params), ...page }, options)
            }
            query={query}
          />
        }
      />
      {opened && <AuditDetail row={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
