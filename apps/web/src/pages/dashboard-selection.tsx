import { SimplePage } from '@/components/layout/simple-page.tsx'
import { BackToSignIn } from '@/features/accounts/back-to-sign-in.tsx'
import { DashboardChooser } from '@/features/accounts/dashboard-chooser.tsx'
import { ReceivedInvitations } from '@/features/organization/received-invitations.tsx'

export default function DashboardSelection() {
  return (
    <SimplePage width="choice" actions={<BackToSignIn />}>
      <title>Choose a dashboard · Semblance</title>
      <ReceivedInvitations />
      <DashboardChooser />
    </SimplePage>
  )
}
