import type { OrganizationProfile } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { type PageQueries, queriesForRole } from '@/lib/api/page-queries.ts'
import { industryName } from '@/lib/forms/business-labels.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { EmployeeRequests, requestsQuery } from './employee-requests.tsx'
import { InvitationsPanel, invitationsQuery } from './invitations-panel.tsx'
import { MemberList, membersQuery } from './member-list.tsx'
import { OrganizationForm } from './organization-form.tsx'
import { RoleTable } from './role-table.tsx'
import { SpendingRule } from './spending-rule.tsx'

const organizationQuery = orpc.organizations.get.queryOptions()

const forMembers = queriesForRole('member', () => [organizationQuery, membersQuery])
const forAdministrators = queriesForRole('administrator', () => [requestsQuery, invitationsQuery])

/** Returns the first queries of the screen. */
export const organizationQueries: PageQueries = (...address) => [
  ...forMembers(...address),
  ...forAdministrators(...address),
]

/** Renders the organization: administrators manage, all other members read. `acceptances` is for the former. */
export function OrganizationDesk({ acceptances }: { acceptances: ReactNode }) {
  const query = useQuery(organizationQuery)
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  if (query.error && query.data === undefined && isNoMember(query.error))
    return (
      <div className="card">
        <EmptyState title="No organization to show">{toProblem(query.error).message}</EmptyState>
      </div>
    )
  return (
    <QueryState query={query} errorTitle="Your organization did not load">
      {(organization) =>
        viewer.data && (
          <Desk
            organization={organization}
            canManage={viewer.data.roles.includes('admin')}
            acceptances={acceptances}
          />
        )
      }
    </QueryState>
  )
}

const isNoMember = (error: unknown) =>
  ['not_found', 'membership_pending', 'membership_ended', 'organization_suspended'].includes(
    toProblem(error).code,
  )

type DeskProps = {
  organization: OrganizationProfile
  canManage: boolean
  acceptances: ReactNode
}

/** Visitors see the sample's requests too; deciding on one leads them to sign in. */
function Desk({ organization, canManage, acceptances }: DeskProps) {
  const isVisitor = useAuth().status === 'signed-out'
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  return (
    <div className="grid items-start gap-5">
      <div className="grid min-w-0 gap-5">
        {(canManage || isVisitor) && <EmployeeRequests />}
        <MemberList canManage={canManage} />
        {canManage && <InvitationsPanel />}
        {!isVisitor && viewer.data?.organization?.isClient && (
          <SpendingRule canManage={canManage} />
        )}
        {!isVisitor && <RoleTable />}
        {canManage && acceptances}
      </div>
      <div className="min-w-0">
        {canManage ? (
          <OrganizationForm organization={organization} />
        ) : (
          <OrganizationFacts organization={organization} />
        )}
      </div>
    </div>
  )
}

const notGiven = <span className="font-normal text-muted-foreground">Not given</span>

/** The profile for those who may not change it. */
function OrganizationFacts({ organization }: { organization: OrganizationProfile }) {
  const { description } = organization
  const wrapped = (text: string | null) =>
    text ? <span className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</span> : notGiven
  return (
    <Panel title="Profile" description="Your organization's administrators keep this up to date.">
      {description && <p className="whitespace-pre-line pb-4 text-base">{description}</p>}
      <DescriptionList
        className="border-t"
        rows={[
          { term: 'Organization name', value: wrapped(organization.name) },
          { term: 'Email', value: wrapped(organization.email) },
          { term: 'Website', value: wrapped(organization.website) },
          { term: 'Phone', value: wrapped(organization.phone) },
          { term: 'Address', value: wrapped(organization.address) },
          { term: 'Registration number', value: wrapped(organization.registrationNumber) },
          { term: 'Industry', value: industryName(organization.industry) },
        ]}
      />
    </Panel>
  )
}
