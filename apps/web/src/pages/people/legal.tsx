import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { LegalIndex } from '@/features/people/legal/legal-index.tsx'
import { legalQuery } from '@/lib/api/legal-versions.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries: PageQueries = () => [legalQuery]

/** Lists the legal documents to anyone. */
export default function Legal() {
  const query = useQuery(legalQuery)
  return (
    <SimplePage back={{ label: 'Back to Home', to: paths.home }}>
      <title>Legal documents · Semblance</title>
      <PageHeader title="Legal documents" meta="In the versions in force" />
      <QueryState query={query} errorTitle="The documents did not load">
        {(documents) => <LegalIndex documents={documents} />}
      </QueryState>
    </SimplePage>
  )
}
