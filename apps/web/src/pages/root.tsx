import { Outlet } from 'react-router'
import { PrintHeader } from '@/components/layout/print-header.tsx'
import { useLostSession } from '@/features/accounts/use-lost-session.ts'
import { useMailLink } from '@/features/accounts/use-mail-link.ts'
import { AddsUpProvider } from '@/features/books/adds-up-provider.tsx'
import { MessagesProvider } from '@/features/messages/messages-provider.tsx'
import { PaletteProvider } from '@/features/search/palette-provider.tsx'
import { ConnectionBar } from '@/features/shell/connection-bar.tsx'
import { LeaveGuard } from '@/features/shell/leave-guard.tsx'
import { NavigationProgress } from '@/features/shell/navigation-progress.tsx'
import { RouteAnnouncer } from '@/features/shell/route-announcer.tsx'
import { ScrollPlaces } from '@/features/shell/scroll-places.tsx'
import { useRememberReader } from '@/features/shell/use-remember-reader.ts'

export function Root() {
  useMailLink()
  useLostSession()
  useRememberReader()
  return (
    <MessagesProvider>
      <AddsUpProvider>
        <PrintHeader />
        <PaletteProvider>
          <Outlet />
        </PaletteProvider>
        <ScrollPlaces />
        <RouteAnnouncer />
        <NavigationProgress />
        <LeaveGuard />
        <ConnectionBar />
      </AddsUpProvider>
    </MessagesProvider>
  )
}
