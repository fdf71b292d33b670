import { MailList } from '@/features/mails/mail-list.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'

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
