import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import { NotificationSwitches } from '@/features/people/settings/notification-switches.tsx'
import { preferencesQuery } from '@/features/people/settings/preferences.ts'
import { ownProfileQuery, RefusedAddress } from '@/features/people/settings/refused-address.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('member', () => [preferencesQuery, ownProfileQuery])

export default function NotificationSettings() {
  return (
    <SettingsPage title="Notification settings" meta="Each switch is saved as you turn it">
      <RefusedAddress />
      <NotificationSwitches />
    </SettingsPage>
  )
}
