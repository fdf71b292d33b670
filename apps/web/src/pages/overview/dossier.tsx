import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { logsQuery } from '@/features/core/transparency/logs-query.ts'
import { certificateQuery } from '@/features/delivery/certificates/certificate-query.ts'
import { CertificateState } from '@/features/delivery/certificates/certificate-state.tsx'
import { useVerification } from '@/features/delivery/certificates/use-verification.ts'
import { Verdict } from '@/features/delivery/certificates/verdict.tsx'
import { DealDossier } from '@/features/overview/dossiers/deal-dossier.tsx'
import type { PageQueries } from '@/lib/api/page-queries.ts'

export const queries: PageQueries = ({ id = '' }) => [certificateQuery(id), logsQuery]

/** Shows the parties of a deal the dossier that one of its certificates belongs to. */
export default function DossierPage() {
  const { id = '' } = useParams()
  return (
    <CertificateState id={id} title="Deal dossier" record="dossier">
      {({ jws, sdJwt }) => <OfCertificate id={id} text={sdJwt ?? jws} />}
    </CertificateState>
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
        verified && !verified.certificate.contract ? (
          <EmptyState title="This certificate is of no deal">
            {verified.certificate.listing?.statement}
          </EmptyState>
        ) : verified?.certificate.contract ? (
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
