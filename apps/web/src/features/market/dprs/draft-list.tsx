import type { DprDraft } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { paths } from '@/paths.ts'
import { DeleteDraft } from './delete-draft.tsx'

const titleOf = (draft: DprDraft) => draft.title || 'Untitled request'

export const draftColumns: readonly Column<DprDraft>[] = [
  {
    key: 'request',
    head: 'Request',
    mobile: 'title',
    cell: (draft) => <span className="font-medium">{titleOf(draft)}</span>,
    csv: (draft) => draft.title,
  },
  { key: 'status', head: 'Status', cell: () => <StatusBadge domain="dpr" status="draft" /> },
  {
    key: 'changed',
    head: 'Last changed',
    cell: (draft) => <TimeText at={draft.updatedAt} />,
    csv: (draft) => draft.updatedAt,
  },
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'action',
    cell: (draft) => (
      <MayCall procedure="dprs.removeDraft">
        <div className="inline-flex gap-2 max-md:w-full">
          <Button size="sm" variant="outline" asChild>
            <Link to={paths.draft(draft.id)} aria-label={`Continue ${titleOf(draft)}`}>
              Continue
            </Link>
          </Button>
          <DeleteDraft draft={draft} title={titleOf(draft)} />
        </div>
      </MayCall>
    ),
  },
]

/** Requests that are still being written. */
export function DraftList() {
  const query = useInfiniteQuery(
    orpc.dprs.drafts.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...byCursor,
    }),
  )
  return (
    <>
      <div className="flex items-center justify-between gap-3 border-b px-4 py-2 md:px-5">
        <p className="text-muted-foreground text-sm">Last changed first</p>
        <ExportCsv
          noun="drafts"
          columns={draftColumns}
          readPage={(page, options) => api.dprs.drafts(page, options)}
          query={query}
        />
      </div>
      <PagedList
        query={query}
        errorTitle="Your drafts did not load"
        empty={
          <EmptyState title="No drafts">
            What you begin to write under Create New DPR is kept here until it is posted.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            className="[&_thead_tr]:border-t-0"
            caption="Drafts"
            columns={draftColumns}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </PagedList>
    </>
  )
}
