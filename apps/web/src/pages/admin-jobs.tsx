import { JobDesk, jobQueries } from '@/features/jobs/job-desk.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('staff', (_, search) => jobQueries(search))

export default function AdminJobs() {
  return (
    <StaffPage
      title="Jobs"
      meta="What the platform does in the background. A job that is done leaves the queue."
    >
      <JobDesk />
    </StaffPage>
  )
}
