import { Navigate } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { ApplicationQueue } from '@/features/applications/application-queue.tsx'
import { AccessDenied } from '@/features/shell/access-denied.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'
import { useAuth } from '@/lib/session.tsx'
import { signInAndReturn } from '@/lib/sign-in-first.tsx'
import { paths } from '@/paths.ts'

export default function AdminApplications() {
  const { status, isStaff } = useAuth()
  if (status === 'loading') return null
  if (status === 'signed-out') return <Navigate to={signInAndReturn(paths.applications)} replace />
  if (!isStaff) return <AccessDenied />
  return (
    <StaffPage title="Business applications">
      <PageHeader
        title="Business applications"
        meta="Approve a business to create its organization, or decline it with a reason."
      />
      <ApplicationQueue />
    </StaffPage>
  )
}
