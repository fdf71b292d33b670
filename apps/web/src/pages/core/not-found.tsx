import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { ErrorPage } from '@/features/core/app-shell/pages/error-page.tsx'
import { paths } from '@/paths.ts'

export default function NotFound() {
  const { pathname } = useLocation()
  useEffect(() => {
    console.error('404 Error: User attempted to access non-existent route:', pathname)
  }, [pathname])
  return (
    <>
      <title>Page not found · Semblance</title>
      <ErrorPage
        note={`404 ${pathname}`}
        title="Oops! Page not found"
        outlier="You are here"
        actions={
          <Button asChild size="lg">
            <Link to={paths.home}>
              <ArrowLeft aria-hidden />
              Return to Home
            </Link>
          </Button>
        }
      >
        This address falls outside the distribution. Check the spelling, or start again from home.
      </ErrorPage>
    </>
  )
}
