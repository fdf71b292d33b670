import { NotificationSwitches } from '@/features/settings/notification-switches.tsx'
import { preferencesQuery } from '@/features/settings/preferences.ts'
import { SettingsPage } from '@/features/shell/settings-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('member', () => [preferencesQuery])

export default function NotificationSettings() {
  return (
    <SettingsPage title="Notification settings" meta="Each switch is saved as you turn it">
      <NotificationSwitches />
    </SettingsPage>
  )
}
