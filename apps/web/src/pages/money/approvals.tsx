import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import { ApprovalsDesk, approvalsQuery } from '@/features/money/approvals/approvals-desk.tsx'
import { StandInPanel } from '@/features/money/approvals/stand-in-panel.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { useAuth } from '@/lib/session/session.tsx'

export const queries = queriesForRole('client', (_, search) => [approvalsQuery(search)])

/** Shows what waits for an approval, and what was decided. */
export default function Approvals() {
  const { isStaff } = useAuth()
  return (
    <SettingsPage title="Approvals" meta="Payments above a limit">
      <RequireSide side="client">
        {isStaff ? (
          <div className="card">
            <EmptyState title="Approvals are seen by members alone">
              Staff neither see nor decide what waits within an organization.
            </EmptyState>
          </div>
        ) : (
          <>
            <ApprovalsDesk />
            <StandInPanel />
          </>
        )}
      </RequireSide>
    </SettingsPage>
  )
}
