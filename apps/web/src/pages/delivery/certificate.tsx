import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { certificateQuery } from '@/features/delivery/certificates/certificate-query.ts'
import { CertificateView } from '@/features/delivery/certificates/certificate-view.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const back = { label: 'Back to Home', to: paths.home }

export const queries: PageQueries = ({ id = '' }) => [certificateQuery(id)]

/** Shows a certificate to all holders of its address, with or without an account. */
export default function CertificatePage() {
  const { id = '' } = useParams()
  const query = useQuery(certificateQuery(id))
  return (
    <SimplePage back={back}>
      <title>Certificate of delivery · Semblance</title>
      <QueryState
        query={query}
        errorTitle="This certificate did not load"
        isPage
        isNotFound={(error) => !['offline', 'internal'].includes(toProblem(error).code)}
        notFound={
          <NotFoundState record="certificate" back={back}>
            There is no certificate at this address. Check the link for missing characters.
          </NotFoundState>
        }
      >
        {(certificate) => <CertificateView {...certificate} />}
      </QueryState>
    </SimplePage>
  )
}
