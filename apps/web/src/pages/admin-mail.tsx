import { MailList, mailsQuery } from '@/features/mails/mail-list.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('staff', (_, search) => [mailsQuery(search)])

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
