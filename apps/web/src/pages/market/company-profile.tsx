import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { SharedPage } from '@/features/core/app-shell/pages/shared-page.tsx'
import { CompanyEditor } from '@/features/market/companies/company-editor.tsx'
import { CompanyHeader, CompanyView } from '@/features/market/companies/company-view.tsx'
import { reviewsQuery } from '@/features/market/companies/review-list.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { type PageQueries, thenQuery } from '@/lib/api/page-queries.ts'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'

const companyQuery = (company: string | undefined) =>
  orpc.companies.get.queryOptions({ input: { company } })

export const queries: PageQueries = ({ company }) => [
  thenQuery(companyQuery(company), ({ id, isVendor }) => (isVendor ? [reviewsQuery(id)] : [])),
]

export default function CompanyProfilePage() {
  const { company: address } = useParams()
  const { search } = useLocation()
  const [isEditing, setIsEditing] = useState(false)
  const query = useQuery(companyQuery(address))
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  const canEdit = Boolean(query.data?.isOwn && viewer.data?.roles.includes('admin'))

  // An ID leads to the company's own address.
  if (query.data && address !== undefined && address !== query.data.slug)
    return <Navigate to={paths.company(query.data.slug) + search} replace />
  return (
    <SharedPage title={query.data?.name ?? 'Company profile'}>
      <QueryState
        query={query}
        errorTitle="This company did not load"
        isPage
        isNotFound={(error) => !['offline', 'internal'].includes(toProblem(error).code)}
        notFound={address ? <NoSuchCompany /> : <NoOwnCompany error={query.error} />}
      >
        {(company) => (
          // Another company is another page: nothing half typed goes along.
          <div key={company.id}>
            <CompanyHeader
              company={company}
              isEditing={isEditing && canEdit}
              onEdit={canEdit ? () => setIsEditing(true) : undefined}
            />
            {isEditing && canEdit ? (
              <CompanyEditor company={company} onDone={() => setIsEditing(false)} />
            ) : (
              <CompanyView company={company} />
            )}
          </div>
        )}
      </QueryState>
    </SharedPage>
  )
}

function NoSuchCompany() {
  return (
    <NotFoundState record="company" back={{ label: 'Back to Home', to: paths.home }}>
      There is no company at this address in the marketplace. Check the link, or look for the
      company in one of your offers or contracts.
    </NotFoundState>
  )
}

function NoOwnCompany({ error }: { error: unknown }) {
  const problem = toProblem(error)
  return (
    <div className="card">
      <h1 className="sr-only">Company profile</h1>
      <EmptyState
        title="No company to show"
        action={
          problem.code === 'sign_in_required' && (
            <Button asChild>
              <Link to={signInAndReturn(paths.ownCompany)}>Sign In</Link>
            </Button>
          )
        }
      >
        {problem.message}
      </EmptyState>
    </div>
  )
}
