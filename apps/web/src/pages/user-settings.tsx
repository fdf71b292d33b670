import { LinkRow } from '@/components/blocks/link-row.tsx'
import { PasswordPanel } from '@/features/settings/password-panel.tsx'
import { preferencesQuery } from '@/features/settings/preferences.ts'
import { PreferencesPanel } from '@/features/settings/preferences-panel.tsx'
import { ProfilePanel } from '@/features/settings/profile-panel.tsx'
import { SettingsPage } from '@/features/shell/settings-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'
import { useAuth } from '@/lib/session.tsx'
import { paths } from '@/paths.ts'

export const queries = onlyFor('member', () => [preferencesQuery])

export default function UserSettings() {
  const { user, profile } = useAuth()
  return (
    <SettingsPage title="User settings" meta="Your profile, password and notifications">
      {user && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid min-w-0 gap-5">
            {profile && <ProfilePanel profile={profile} email={user.email} />}
            <PreferencesPanel />
          </div>
          <div className="grid min-w-0 gap-5">
            <PasswordPanel email={user.email} />
            <div className="border-t">
              <LinkRow
                to={paths.privacySecurity}
                title="Privacy & security"
                description="Two-step sign-in, devices, linked accounts and your data."
              />
            </div>
          </div>
        </div>
      )}
    </SettingsPage>
  )
}
