import { Outlet, ScrollRestoration } from 'react-router'
import { useMailLink } from '@/features/accounts/use-mail-link.ts'
import { AddsUpProvider } from '@/features/books/adds-up-provider.tsx'
import { MessagesProvider } from '@/features/messages/messages-provider.tsx'

export function Root() {
  useMailLink()
  return (
    <MessagesProvider>
      <AddsUpProvider>
        <Outlet />
        <ScrollRestoration />
      </AddsUpProvider>
    </MessagesProvider>
  )
}
