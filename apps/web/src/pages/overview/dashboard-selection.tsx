import { SimplePage } from '@/components/layout/simple-page.tsx'
import { DashboardChooser } from '@/features/core/accounts/dashboard-chooser.tsx'
import { BackToSignIn } from '@/features/core/accounts/sign-in/back-to-sign-in.tsx'
import { LegalDue } from '@/features/core/app-shell/legal-due.tsx'
import { ReceivedInvitations } from '@/features/people/organizations/received-invitations.tsx'

export default function DashboardSelection() {
  return (
    <SimplePage width="choice" actions={<BackToSignIn />} banner={<LegalDue />}>
      <title>Choose a dashboard · Semblance</title>
      <ReceivedInvitations />
      <DashboardChooser />
    </SimplePage>
  )
}
