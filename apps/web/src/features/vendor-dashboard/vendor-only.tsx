import { errors } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api.ts'
import { useAuth } from '@/lib/session.tsx'
import { paths } from '@/paths.ts'

/** For members of a vendor; visitors pass, and read the sample marketplace. The server decides again. */
export function VendorOnly({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  if (status === 'loading' || viewer.isPending) return null
  if (status === 'signed-out' || viewer.isError || viewer.data.organization?.isVendor)
    return children
  const isPending = viewer.data.membership === 'pending'
  return (
    <div className="card">
      <EmptyState
        title={
          isPending
            ? errors.membership_pending.message
            : 'Your organization is not approved as a vendor.'
        }
        action={
          <Button asChild variant="outline">
            <Link to={paths.dashboardSelection}>Choose a dashboard</Link>
          </Button>
        }
      >
        {isPending
          ? 'You are notified by e-mail as soon as an administrator has approved you.'
          : 'Offers, deliveries and earnings belong to vendors. To sell data here, apply as a vendor.'}
      </EmptyState>
    </div>
  )
}
