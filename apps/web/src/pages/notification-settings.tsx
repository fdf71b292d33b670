import { NotificationSwitches } from '@/features/settings/notification-switches.tsx'
import { SettingsPage } from '@/features/shell/settings-page.tsx'

export default function NotificationSettings() {
  return (
    <SettingsPage title="Notification settings" meta="Each switch is saved as you turn it">
      <NotificationSwitches />
    </SettingsPage>
  )
}
