import { Outlet } from 'react-router'
import { PrintHeader } from '@/components/layout/print-header.tsx'
import { ProofPrompt } from '@/features/core/accounts/proof/proof-prompt.tsx'
import { useMailLink } from '@/features/core/accounts/sign-in/use-mail-link.ts'
import { useLostSession } from '@/features/core/accounts/use-expired-session.ts'
import { ConnectionBar } from '@/features/core/app-shell/connection-bar.tsx'
import { LeaveGuard } from '@/features/core/app-shell/leave-guard.tsx'
import { NavigationProgress } from '@/features/core/app-shell/navigation-progress.tsx'
import { RestoreScroll } from '@/features/core/app-shell/restore-scroll.tsx'
import { RouteAnnouncer } from '@/features/core/app-shell/route-announcer.tsx'
import { useRememberReader } from '@/features/core/app-shell/use-remember-reader.ts'
import { MessagesProvider } from '@/features/market/negotiation/messages-provider.tsx'
import { AddsUpProvider } from '@/features/money/accounting/adds-up-provider.tsx'
import { PaletteProvider } from '@/features/overview/search/palette-provider.tsx'

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
        <RestoreScroll />
        <RouteAnnouncer />
        <NavigationProgress />
        <LeaveGuard />
        <ProofPrompt />
        <ConnectionBar />
      </AddsUpProvider>
    </MessagesProvider>
  )
}
