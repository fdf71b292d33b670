import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router'
import { Toaster } from './components/ui/toast.tsx'
import { LiveUpdates } from './features/core/app-shell/live/live-updates.ts'
import { CrashNotice } from './features/core/app-shell/pages/crash-message.tsx'
import { queryClient } from './lib/api/query-client.ts'
import { prefetchPages } from './lib/pages/prefetch-pages.ts'
import { preloadModules } from './lib/pages/preload.ts'
import { AuthProvider } from './lib/session/session.tsx'
import { type Backend, connectBackend } from './lib/session/session-client.ts'
import { createRouter, routeObjects, untilRouted } from './router.tsx'

const router = createRouter()
/** Both, so that the first page is drawn in one go. */
const redirectSession = Promise.all([connectBackend(), untilRouted(router)])
preloadModules()
prefetchPages(routeObjects)

export function App() {
  const [backend, setBackend] = useState<Backend>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    redirectSession.then(([connected]) => setBackend(connected), setError)
  }, [])

  if (error !== undefined) return <CrashNotice error={error} />
  if (!backend) return null
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider backend={backend}>
        <LiveUpdates />
        <RouterProvider router={router} />
        <Toaster />
      </AuthProvider>
    </QueryClientProvider>
  )
}
