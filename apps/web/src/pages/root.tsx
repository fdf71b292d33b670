import { Outlet, ScrollRestoration } from 'react-router'
import { useMailLink } from '@/features/accounts/use-mail-link.ts'
import { MessagesProvider } from '@/features/messages/messages-provider.tsx'

export function Root() {
  useMailLink()
  return (
    <MessagesProvider>
      <Outlet />
      <ScrollRestoration />
    </MessagesProvider>
  )
}
