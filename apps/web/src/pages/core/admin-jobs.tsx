import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { JobDesk, jobQueries } from '@/features/core/jobs/job-screen.tsx'
import { HeldDeliveries, heldQuery } from '@/features/delivery/held-deliveries/held-deliveries.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('staff', (_, search) => [heldQuery, ...jobQueries(search)])

export default function AdminJobs() {
  return (
    <StaffPage
      title="Jobs"
      meta="What the platform does in the background. A job that is done leaves the queue."
    >
      <div className="grid min-w-0 gap-5">
        <HeldDeliveries />
        <JobDesk />
      </div>
    </StaffPage>
  )
}
