import { queryOptions, useQuery } from '@tanstack/react-query'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { loadPage } from '@/lib/pages/load-page.ts'

/** Loads the reference's program, which other pages do not need; by a query, so that the first drawing waits for it. */
export const referenceProgramQuery = queryOptions({
  queryKey: ['api-reference-program'],
  queryFn: () => loadPage(() => import('./reference-panel.tsx')),
  staleTime: Number.POSITIVE_INFINITY,
})

export function Reference() {
  const query = useQuery(referenceProgramQuery)
  return (
    <QueryState query={query} errorTitle="The reference did not load">
      {({ default: ReferencePanel }) => <ReferencePanel />}
    </QueryState>
  )
}
