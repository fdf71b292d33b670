import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import { PasswordPanel } from '@/features/people/settings/password-panel.tsx'
import { preferencesQuery } from '@/features/people/settings/preferences.ts'
import { PreferencesPanel } from '@/features/people/settings/preferences-panel.tsx'
import { ProfilePanel } from '@/features/people/settings/profile-panel.tsx'
import { ownProfileQuery, RefusedAddress } from '@/features/people/settings/refused-address.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { useAuth } from '@/lib/session/session.tsx'

export const queries = queriesForRole('member', () => [preferencesQuery, ownProfileQuery])

export default function UserSettings() {
  const { user, profile } = useAuth()
  return (
    <SettingsPage title="User settings" meta="Your profile, password and notifications">
      <RefusedAddress />
      {user && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid min-w-0 gap-5">
            {profile && <ProfilePanel profile={profile} email={user.email} />}
            <PreferencesPanel />
          </div>
          <div className="grid min-w-0 gap-5">
            <PasswordPanel email={user.email} />
          </div>
        </div>
      )}
    </SettingsPage>
  )
}
