import { SimplePage } from '@/components/layout/simple-page.tsx'
import { BackToSignIn } from '@/features/accounts/back-to-sign-in.tsx'
import { DashboardChooser } from '@/features/accounts/dashboard-chooser.tsx'

export default function DashboardSelection() {
  return (
    <SimplePage width="choice" actions={<BackToSignIn />}>
      <title>Choose a dashboard · Semblance</title>
      <DashboardChooser />
    </SimplePage>
  )
}
