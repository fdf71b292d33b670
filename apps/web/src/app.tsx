import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router'
import { Toaster } from './components/ui/toast.tsx'
import { CrashNotice } from './features/shell/crash-notice.tsx'
import { LiveUpdates } from './features/shell/live-updates.ts'
import { prefetchPages } from './lib/prefetch-pages.ts'
import { queryClient } from './lib/query-client.ts'
import { AuthProvider } from './lib/session.tsx'
import { type Backend, connectBackend } from './lib/session-client.ts'
import { warmUp } from './lib/warm-up.ts'
import { createRouter, routes, untilRouted } from './router.tsx'

const router = createRouter()
/** Both, so that the first page is drawn in one go. */
const arriving = Promise.all([connectBackend(), untilRouted(router)])
warmUp()
prefetchPages(routes)

export function App() {
  const [backend, setBackend] = useState<Backend>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    arriving.then(([connected]) => setBackend(connected), setError)
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
