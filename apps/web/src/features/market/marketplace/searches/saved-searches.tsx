import { marketCategoryLabels, marketSortLabels, type SavedSearch } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { Dialog } from '@/components/ui/dialog.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { SavedSearchRow } from './saved-search-row.tsx'

export const savedSearchColumns: readonly Column<SavedSearch>[] = [
  { csvHead: 'Name', csv: (search) => search.name },
  { csvHead: 'Search', csv: (search) => search.search },
  { csvHead: 'Category', csv: (search) => marketCategoryLabels[search.category] },
  { csvHead: 'Sorted by', csv: (search) => marketSortLabels[search.sort] },
  { csvHead: 'Alerts', csv: (search) => (search.alerts ? 'Yes' : 'No') },
  { csvHead: 'Saved', csv: (search) => search.createdAt },
  { csvHead: 'Last match', csv: (search) => search.matchedAt },
]

/** Lists the user's saved searches, to run, rename, mute and delete. */
export function SavedSearches() {
  const { status } = useAuth()
  const [open, setOpen] = useState(false)
  if (status !== 'signed-in') return null
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Saved searches"
      description="Alerts tell you of new DPRs that match, here and by e-mail if you want that."
      trigger={
        <Button variant="outline">
          <ListChecks aria-hidden />
          Saved searches
        </Button>
      }
    >
      <SavedSearchList onRun={() => setOpen(false)} />
    </Dialog>
  )
}

function SavedSearchList({ onRun }: { onRun: () => void }) {
  const query = useInfiniteQuery(
    orpc.market.savedSearches.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...byCursor,
    }),
  )
  return (
    <QueryState query={query} errorTitle="Your saved searches did not load">
      {({ pages }) => {
        const searches = pages.flatMap(({ items }) => items)
        if (searches.length === 0)
          return (
            <EmptyState title="No saved searches yet" className="py-6">
              Search the marketplace, then choose Save search.
            </EmptyState>
          )
        return (
          <>
            <ul className="-mx-5 divide-y border-t md:-mx-6">
              {searches.map((search) => (
                <SavedSearchRow key={search.id} search={search} onRun={onRun} />
              ))}
            </ul>
            <LoadMore query={query} />
            <div className="mt-4 flex justify-end">
              <ExportCsv
                noun="saved searches"
                columns={savedSearchColumns}
                readPage={api.market.savedSearches}
              />
            </div>
          </>
        )
      }}
    </QueryState>
  )
}
