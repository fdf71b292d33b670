import { Link } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { ClientSubscriptions } from '@/features/delivery/subscriptions/subscription-list.tsx'
import { subscriptionsQuery } from '@/features/delivery/subscriptions/subscription-queries.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries = queriesForRole('client', () => [subscriptionsQuery('client')])

export default function SubscriptionsPage() {
  return (
    <WorkPage side="client" title="Subscriptions">
      <PageHeader
        title="Subscriptions"
        meta="The same columns again, with new data. Each revision is ordered, paid and accepted by itself; nothing is charged without you."
        actions={
          <Button variant="outline" asChild>
            <Link to={paths.catalog}>Open the catalog</Link>
          </Button>
        }
      />
      <RequireSide side="client">
        <ClientSubscriptions />
      </RequireSide>
    </WorkPage>
  )
}
