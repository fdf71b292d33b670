import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { TicketDesk, ticketsQuery } from '@/features/people/support/ticket-queue.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('staff', (_, search) => [ticketsQuery(search)])

export default function AdminSupport() {
  return (
    <StaffPage
      title="Support"
      meta="Questions and reported issues, the most urgent first. Answers go out by e-mail."
    >
      <TicketDesk />
    </StaffPage>
  )
}
