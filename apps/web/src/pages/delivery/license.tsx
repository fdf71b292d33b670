import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { LicenseView } from '@/features/delivery/licenses/license-view.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const back = { label: 'Back to Home', to: paths.home }

const licenseQuery = (id: string) => orpc.licenses.get.queryOptions({ input: { id } })

export const queries: PageQueries = ({ id = '' }) => [licenseQuery(id)]

/** Shows a license to all holders of its address, with or without an account. */
export default function LicensePage() {
  const { id = '' } = useParams()
  const query = useQuery(licenseQuery(id))
  return (
    <SimplePage back={back}>
      <title>Data license · Semblance</title>
      <QueryState
        query={query}
        errorTitle="This license did not load"
        isPage
        isNotFound={(error) => !['offline', 'internal'].includes(toProblem(error).code)}
        notFound={
          <NotFoundState record="license" back={back}>
            There is no license at this address. Check the link for missing characters.
          </NotFoundState>
        }
      >
        {(license) => <LicenseView license={license} />}
      </QueryState>
    </SimplePage>
  )
}
