import { errors, type Viewer } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { usePagePending } from '@/components/blocks/states/page-ready.ts'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

const elsewhere = {
  client: 'Requests, offers and payments belong to clients. To buy data here, apply as a client.',
  vendor:
    'Offers, deliveries and earnings belong to vendors. To sell data here, apply as a vendor.',
  either: 'The marketplace belongs to the members of approved organizations.',
}

type SideOnlyProps = {
  side: keyof typeof elsewhere
  children: ReactNode
  /** Replaces the message that explains why the content is missing. */
  otherwise?: ReactNode
}

/**
 * Shows its children to members of one side of the market, or of either. Visitors and staff pass,
 * and read the sample marketplace. The server checks again.
 */
export function RequireSide({ side, children, otherwise }: SideOnlyProps) {
  const { status, isStaff } = useAuth()
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  const isOpen = status === 'signed-out' || isStaff
  const isWaiting = !isOpen && (status === 'loading' || viewer.isPending)
  usePagePending(isWaiting)
  if (isOpen) return children
  // Parts that few viewers lack reserve their space during loading.
  if (isWaiting) return otherwise === undefined ? null : children
  if (!viewer.data) return children
  const { membership, organization } = viewer.data
  if (organization && belongsTo(side, organization)) return children
  if (otherwise !== undefined) return otherwise
  const isPending = membership === 'pending'
  return (
    <div className="card">
      <EmptyState
        title={reasonFor(side, viewer.data)}
        action={
          <Button asChild variant="outline">
            <Link to={paths.dashboardSelection}>Choose a dashboard</Link>
          </Button>
        }
      >
        {isPending
          ? 'You are notified by e-mail as soon as an administrator has approved you.'
          : elsewhere[side]}
      </EmptyState>
    </div>
  )
}

const belongsTo = (side: SideOnlyProps['side'], of: NonNullable<Viewer['organization']>) =>
  side === 'either' || (side === 'client' ? of.isClient : of.isVendor)

function reasonFor(side: SideOnlyProps['side'], { membership, organization }: Viewer) {
  if (membership === 'pending') return errors.membership_pending.message
  if (membership === 'deactivated') return errors.membership_ended.message
  if (membership === 'active' && !organization) return errors.organization_suspended.message
  if (side === 'either') return errors.not_permitted.message
  return `Your organization is not approved as a ${side}.`
}
