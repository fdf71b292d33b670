import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { logsQuery } from '@/features/core/transparency/logs-query.ts'
import { certificateQuery } from '@/features/delivery/certificates/certificate-query.ts'
import { useVerification } from '@/features/delivery/certificates/use-verification.ts'
import { Verdict } from '@/features/delivery/certificates/verdict.tsx'
import { DealDossier } from '@/features/overview/dossiers/deal-dossier.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const back = { label: 'Back to Home', to: paths.home }

export const queries: PageQueries = ({ id = '' }) => [certificateQuery(id), logsQuery]

/** Shows the parties of a deal the dossier that one of its certificates belongs to. */
export default function DossierPage() {
  const { id = '' } = useParams()
  const query = useQuery(certificateQuery(id))
  return (
    <SimplePage back={back}>
      <title>Deal dossier · Semblance</title>
      <QueryState
        query={query}
        errorTitle="This dossier did not load"
        isPage
        isNotFound={(error) => !['offline', 'internal'].includes(toProblem(error).code)}
        notFound={
          <NotFoundState record="dossier" back={back}>
            There is no certificate at this address. Check the link for missing characters.
          </NotFoundState>
        }
      >
        {({ jws, sdJwt }) => <OfCertificate id={id} text={sdJwt ?? jws} />}
      </QueryState>
    </SimplePage>
  )
}

function OfCertificate({ id, text }: { id: string; text: string }) {
  const verification = useVerification(text)
  const logs = useQuery(logsQuery)
  const verified = verification.data
  if (verification.isError || verified?.state === 'unreadable')
    return <Verdict verification={verification} />
  return (
    <QueryState query={logs} errorTitle="The keys of the log did not load" isPage>
      {({ logs, witnesses }) =>
        verified ? (
          <DealDossier
            certificateId={id}
            contractId={verified.certificate.contract.id}
            title={verified.certificate.contract.title}
            publishedKeys={[...logs, ...witnesses.list]
              .map(({ verifierKey }) => verifierKey)
              .join('\n')}
          />
        ) : (
          <SkeletonPage />
        )
      }
    </QueryState>
  )
}
