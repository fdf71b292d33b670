import { FactorsPanel } from '@/features/settings/factors-panel.tsx'
import { IdentitiesPanel } from '@/features/settings/identities-panel.tsx'
import { OwnDataPanel } from '@/features/settings/own-data-panel.tsx'
import { PasswordPanel } from '@/features/settings/password-panel.tsx'
import { SessionsPanel, sessionsQuery } from '@/features/settings/sessions-panel.tsx'
import { accountQuery } from '@/features/settings/use-account.ts'
import { SettingsPage } from '@/features/shell/settings-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'
import { useAuth } from '@/lib/session.tsx'

export const queries = onlyFor('member', () => [accountQuery, sessionsQuery])

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
        </div>
      )}
    </SettingsPage>
  )
}
