import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { PrintHeader } from '@/components/layout/print-header.tsx'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { LegalDocumentView } from '@/features/people/legal/legal-document.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const back = { label: 'Legal documents', to: paths.legal }

const documentQuery = (document: string, version?: string) =>
  orpc.legal.get.queryOptions({ input: { document, version } })

export const queries: PageQueries = ({ document = '', version }) => [
  documentQuery(document, version),
]

/** Shows a legal document to anyone, in force or in the version of the address. */
export default function LegalDocumentPage() {
  const { document = '', version } = useParams()
  const query = useQuery(documentQuery(document, version))
  return (
    <SimplePage back={{ label: 'Back to Home', to: paths.home }}>
      <PrintHeader />
      <QueryState
        query={query}
        errorTitle="This document did not load"
        isPage
        isNotFound={(error) => !['offline', 'internal'].includes(toProblem(error).code)}
        notFound={
          <NotFoundState record="document" back={back}>
            There is no legal document at this address. Look at the list of those in force.
          </NotFoundState>
        }
      >
        {(legal) => (
          <>
            <title>{`${legal.title} · Semblance`}</title>
            <LegalDocumentView legal={legal} />
          </>
        )}
      </QueryState>
    </SimplePage>
  )
}
