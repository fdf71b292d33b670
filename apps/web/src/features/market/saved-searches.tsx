import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { LoadMore } from '@/components/blocks/load-more.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { api, orpc } from '@/lib/api.ts'
import { byCursor } from '@/lib/by-cursor.ts'
import { useAuth } from '@/lib/session.tsx'
import { savedSearchCsv } from './saved-search-csv.ts'
import { SavedSearchRow } from './saved-search-row.tsx'

/** The searches a person has kept: run, renamed, silenced and deleted here. */
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
                columns={savedSearchCsv}
                readPage={api.market.savedSearches}
              />
            </div>
          </>
        )
      }}
    </QueryState>
  )
}
