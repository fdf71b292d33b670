import { ArrowLeft } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { paths } from '@/paths.ts'
import { ErrorPage } from './error-page.tsx'

export function AccessDenied() {
  const navigate = useNavigate()
  return (
    <ErrorPage
      title="Access Denied"
      actions={
        <>
          <Button size="lg" onClick={() => (cameFromHere() ? navigate(-1) : navigate(paths.home))}>
            <ArrowLeft aria-hidden />
            Go Back
          </Button>
          <Button asChild size="lg" variant="outline">
            <Link to={paths.home}>Go Home</Link>
          </Button>
        </>
      }
    >
      <title>Access Denied · Semblance</title>
      You don't have permission to access this page. Please contact your administrator if you
      believe this is an error.
    </ErrorPage>
  )
}

// React Router counts its own history entries; 0 is the first page of this visit.
function cameFromHere() {
  const state = window.history.state as { idx?: number } | null
  return (state?.idx ?? 0) > 0
}
