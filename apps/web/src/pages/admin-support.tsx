import { StaffPage } from '@/features/shell/staff-page.tsx'
import { TicketDesk } from '@/features/support/ticket-queue.tsx'

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
