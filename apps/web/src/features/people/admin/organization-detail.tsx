import type { AdminOrganizationDetail } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { LinkRow } from '@/components/blocks/lists/link-row.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { orpc } from '@/lib/api/api.ts'
import { count, date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

type OrganizationDetailProps = { organizationId: string; onClose: () => void }

/**
 * Shows one organization: its profile, contracts and money, and links to its members, payments and
 * history.
 */
export function OrganizationDetail({ organizationId, onClose }: OrganizationDetailProps) {
  const query = useQuery(
    orpc.admin.organizations.get.queryOptions({ input: { id: organizationId } }),
  )
  const organization = query.data
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={organization?.name ?? 'Organization'}
      description={organization?.organizationId}
    >
      <QueryState
        query={query}
        errorTitle="This organization did not load"
        isNotFound={isNoOrganization}
        notFound={
          <EmptyState title="This organization was not found">
            There is none with the ID in the address.
          </EmptyState>
        }
      >
        {(found) => (
          <>
            <DescriptionList rows={factsOf(found)} />
            <nav aria-label={`More about ${found.name}`} className="mt-4 border-t">
              <LinkRow
                to={`${paths.adminUsers}?q=${found.organizationId}`}
                title="People"
                description="Everyone who works for it, with their accounts"
              />
              <LinkRow
                to={`${paths.ledger}?tab=entries&organization=${found.organizationId}`}
                title="Ledger entries"
                description="Every movement of its money"
              />
              <LinkRow
                to={`${paths.auditLog}?q=${found.id}`}
                title="Audit log"
                description="What was done about its money and rights"
              />
            </nav>
          </>
        )}
      </QueryState>
    </Dialog>
  )
}

/** An ID of no organization's shape is refused as bad input. */
function isNoOrganization(error: unknown) {
  const status = (error as { status?: number } | null)?.status
  return status === 404 || status === 400
}

function factsOf(organization: AdminOrganizationDetail) {
  const { status, isClient, isVendor, website, phone, address, registrationNumber } = organization
  const texts = [
    ['E-mail', organization.email],
    ['Website', website],
    ['Phone', phone],
    ['Address', [address, organization.city].filter(Boolean).join(', ')],
    ['Registration number', registrationNumber],
  ] as const
  return [
    { term: 'Status', value: <StatusBadge domain="organization" status={status} /> },
    {
      term: 'Approved as',
      value: [isClient && 'Client', isVendor && 'Vendor'].filter(Boolean).join(' and '),
    },
    { term: 'Since', value: <span className="num">{date(organization.createdAt)}</span> },
    ...texts
      .filter(([, text]) => text)
      .map(([term, text]) => ({
        term,
        value: <span className="[overflow-wrap:anywhere]">{text}</span>,
      })),
    { term: 'People', value: <span className="num">{count(organization.membersCount)}</span> },
    {
      term: 'Contracts',
      value: (
        <span className="num">
          {count(organization.contractsCount)}, of which {count(organization.openContractsCount)}{' '}
          open
        </span>
      ),
    },
    { term: 'Held in escrow', value: <Money cents={Number(organization.heldCents)} /> },
    { term: 'Released to vendors', value: <Money cents={Number(organization.releasedCents)} /> },
  ]
}
