import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { MailList, mailsQuery } from '@/features/core/mails/mail-list.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('staff', (_, search) => [mailsQuery(search)])

export default function AdminMail() {
  return (
    <StaffPage
      title="Mail"
      meta="What the platform has written to people, and whether it arrived at their mail server."
    >
      <MailList />
    </StaffPage>
  )
}
