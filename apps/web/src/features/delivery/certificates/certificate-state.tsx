import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'
import { paths } from '@/paths.ts'
import { certificateQuery } from './certificate-query.ts'
import type { CertificateView } from './certificate-view.tsx'

const back = { label: 'Back to Home', to: paths.home }

type CertificateStateProps = {
  id: string
  title: string
  /** Names what the page shows of the certificate. */
  record: 'certificate' | 'dossier'
  children: (certificate: ComponentProps<typeof CertificateView>) => ReactNode
}

/** Shows a page about the certificate at an address once it is read, or why there is none. */
export function CertificateState({ id, title, record, children }: CertificateStateProps) {
  return (
    <SimplePage back={back}>
      <title>{`${title} · Semblance`}</title>
      <QueryState
        query={useQuery(certificateQuery(id))}
        errorTitle={`This ${record} did not load`}
        isPage
        isNotFound={(error) => !['offline', 'internal'].includes(toProblem(error).code)}
        notFound={
          <NotFoundState record={record} back={back}>
            There is no certificate at this address. Check the link for missing characters.
          </NotFoundState>
        }
      >
        {children}
      </QueryState>
    </SimplePage>
  )
}
