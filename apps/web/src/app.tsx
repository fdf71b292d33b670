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
import { createRouter, routes } from './router.tsx'

const connecting = connectBackend()
const router = createRouter()
prefetchPages(routes)

export function App() {
  const [backend, setBackend] = useState<Backend>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    connecting.then(setBackend, setError)
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
