import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import { OwnAcceptances, ownAcceptancesQuery } from '@/features/people/legal/acceptance-list.tsx'
import { FactorsPanel } from '@/features/people/settings/factors-panel.tsx'
import { IdentitiesPanel } from '@/features/people/settings/identities-panel.tsx'
import { OwnDataPanel } from '@/features/people/settings/own-data-panel.tsx'
import { PasswordPanel } from '@/features/people/settings/password-panel.tsx'
import { SessionsPanel, sessionsQuery } from '@/features/people/settings/sessions-panel.tsx'
import { accountQuery } from '@/features/people/settings/use-account.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { useAuth } from '@/lib/session/session.tsx'

export const queries = queriesForRole('member', () => [
  accountQuery,
  sessionsQuery,
  ownAcceptancesQuery,
])

export default function PrivacySecurity() {
  const { user } = useAuth()
  return (
    <SettingsPage title="Privacy & security" meta="How you sign in, where, and what is yours">
      {user && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid min-w-0 gap-5">
            <FactorsPanel />
            <SessionsPanel />
          </div>
          <div className="grid min-w-0 gap-5">
            <PasswordPanel email={user.email} />
            <IdentitiesPanel />
            <OwnDataPanel email={user.email} />
          </div>
          <div className="min-w-0 lg:col-span-2">
            <OwnAcceptances />
          </div>
        </div>
      )}
    </SettingsPage>
  )
}
