import { StaffPage } from '@/features/shell/staff-page.tsx'
import { TicketDesk, ticketsQuery } from '@/features/support/ticket-queue.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('staff', (_, search) => [ticketsQuery(search)])

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
