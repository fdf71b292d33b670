import { lazy, Suspense } from 'react'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { loadPage } from '@/lib/pages/load-page.ts'

const ReferencePanel = lazy(() => loadPage(() => import('./reference-panel.tsx')))

/** Shows the reference, whose program is loaded with it alone. */
export function Reference() {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <ReferencePanel />
    </Suspense>
  )
}
