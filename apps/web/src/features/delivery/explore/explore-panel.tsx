import type { Dataset } from '@semblance/contract'
import { Telescope } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { loadPage } from '@/lib/pages/load-page.ts'
import { type Tables, useTables } from './whole/use-tables.ts'

const Explorer = lazy(() => loadPage(() => import('./explorer.tsx')))

/** Explores a delivery, before and after escrow is released; loads the database, a large program, on request only. */
export function ExploreDelivery({ dataset }: { dataset: Dataset }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel
      title="Explore"
      description="All synthetic rows in a database in this page: look, chart, and ask in SQL. Your questions stay in your browser."
    >
      {isOpen ? (
        <DeliveredTables dataset={dataset} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="outline" onClick={() => setIsOpen(true)}>
            <Telescope aria-hidden />
            Explore the data
          </Button>
          <span className="text-muted-foreground text-sm">
            Loads a database of about 6 MB, once, and the twin; that is logged as a download.
          </span>
        </div>
      )}
    </Panel>
  )
}

function DeliveredTables({ dataset }: { dataset: Dataset }) {
  const query = useTables(dataset)
  return (
    <QueryState query={query} errorTitle="The rows did not load">
      {(found) => <Found dataset={dataset} {...found} />}
    </QueryState>
  )
}

function Found({ dataset, tables, problem }: Tables & { dataset: Dataset }) {
  const { report, otherReports } = dataset
  const largest = tables[0]?.name
  const reportOn = useCallback(
    (table: string) =>
      otherReports.find(({ name }) => name === table)?.report ??
      (table === largest ? report : null),
    [otherReports, report, largest],
  )
  if (tables.length === 0)
    return (
      <EmptyState title="No preview was kept of this delivery">
        Its files and its report are here as before.
      </EmptyState>
    )
  return (
    <>
      {problem && (
        <p
          role="note"
          className="mb-4 rounded-sm bg-st-warn-bg px-3 py-2.5 text-sm text-st-warn-fg"
        >
          {problem} The first rows were kept with the report, and are below.
        </p>
      )}
      <Suspense fallback={<SkeletonRows />}>
        <Explorer tables={tables} reportOn={reportOn} />
      </Suspense>
    </>
  )
}
