import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { logsQuery } from '@/features/core/transparency/logs-query.ts'
import { CertificateText } from '@/features/delivery/certificates/certificate-view.tsx'
import { VerifyView } from '@/features/overview/dossiers/verify-view.tsx'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const back = { label: 'Back to Home', to: paths.home }

export const queries: PageQueries = () => [logsQuery]

/** Verifies the dossier or the certificate of a deal for anyone who has one, with or without an account. */
export default function Verify() {
  const query = useQuery(logsQuery)
  return (
    <SimplePage back={back}>
      <title>Verify a dossier · Semblance</title>
      <PageHeader
        title="Verify a dossier"
        meta="Anyone who has the dossier of a deal, or a certificate of it, can check it here, without an account."
      />
      <QueryState query={query} errorTitle="The keys of the log did not load" isPage>
        {({ logs, witnesses }) => (
          <VerifyView
            publishedKeys={[...logs, ...witnesses.list]
              .map(({ verifierKey }) => verifierKey)
              .join('\n')}
            renderCertificate={(text) => <CertificateText text={text} />}
          />
        )}
      </QueryState>
    </SimplePage>
  )
}
