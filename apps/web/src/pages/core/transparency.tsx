import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { LogView } from '@/features/core/transparency/log-view.tsx'
import { logsQuery } from '@/features/core/transparency/logs-query.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const back = { label: 'Back to Home', to: paths.home }

export const queries: PageQueries = () => [logsQuery]

/** Shows the transparency log to anyone, with or without an account. */
export default function Transparency() {
  const query = useQuery(logsQuery)
  return (
    <SimplePage back={back}>
      <title>Transparency log · Semblance</title>
      <PageHeader
        title="Transparency log"
        meta="What happens here is committed to in a tree that only grows, signed and public."
      />
      <QueryState query={query} errorTitle="The log did not load" isPage>
        {({ logs, witnesses }) => <LogView logs={logs} witnesses={witnesses} />}
      </QueryState>
    </SimplePage>
  )
}
