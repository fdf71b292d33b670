import type { PreviewTable } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Telescope } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { loadPage } from '@/lib/pages/load-page.ts'

const Explorer = lazy(() => loadPage(() => import('./explorer.tsx')))

/** Explores a delivery's preview, before and after escrow is released. */
export function ExploreDelivery({ dprId }: { dprId: string }) {
  return (
    <OnRequest>
      <DeliveryPreview dprId={dprId} />
    </OnRequest>
  )
}

/** Loads the database on request only, because it is a large program. */
function OnRequest({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel
      title="Explore"
      description="Synthetic rows in a database in this page: look, chart, and ask in SQL. Your questions stay in your browser."
    >
      {isOpen ? (
        children
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="outline" onClick={() => setIsOpen(true)}>
            <Telescope aria-hidden />
            Explore the data
          </Button>
          <span className="text-muted-foreground text-sm">
            Loads a database of about 6 MB, once.
          </span>
        </div>
      )}
    </Panel>
  )
}

function DeliveryPreview({ dprId }: { dprId: string }) {
  const query = useQuery({
    ...orpc.previews.ofDelivery.queryOptions({ input: { dprId } }),
    staleTime: Number.POSITIVE_INFINITY, // a delivery's rows never change; another delivery is announced
  })
  return (
    <QueryState query={query} errorTitle="The preview did not load">
      {({ tables }) => <Preview tables={tables} />}
    </QueryState>
  )
}

function Preview({ tables }: { tables: readonly PreviewTable[] }) {
  if (tables.length === 0)
    return (
      <EmptyState title="No preview was kept of this delivery">
        Its files and its report are here as before.
      </EmptyState>
    )
  return (
    <Suspense fallback={<SkeletonRows />}>
      <Explorer preview={tables} />
    </Suspense>
  )
}
