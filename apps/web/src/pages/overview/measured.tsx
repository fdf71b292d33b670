import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { ClaimList } from '@/features/overview/claims/claim-list.tsx'
import { orpc } from '@/lib/api/api.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const figuresQuery = orpc.claims.figures.queryOptions()

export const queries: PageQueries = () => [figuresQuery]

/** Says to anyone what is behind the landing page's claims. */
export default function Measured() {
  const query = useQuery(figuresQuery)
  return (
    <SimplePage back={{ label: 'Back to Home', to: paths.home }}>
      <title>What is measured and guaranteed · Semblance</title>
      <PageHeader
        title="What is measured and guaranteed"
        meta="The claims of the landing page, and what is behind each"
      />
      <QueryState query={query} errorTitle="The figures did not load">
        {(answer) => <ClaimList answer={answer} />}
      </QueryState>
    </SimplePage>
  )
}
