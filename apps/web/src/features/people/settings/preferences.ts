import type { NotificationPreferences } from '@semblance/contract'
import { orpc } from '@/lib/api/api.ts'

export const preferencesQuery = orpc.settings.getNotificationPreferences.queryOptions()

type Switch = { key: keyof NotificationPreferences; label: string; description: string }

export const preferenceSwitches: readonly Switch[] = [
  {
    key: 'emailNotifications',
    label: 'Email notifications',
    description: 'Offers, contracts, payments and deliveries, also in your mailbox.',
  },
  {
    key: 'pushNotifications',
    label: 'Push notifications',
    description: 'The titles of the same news from this browser, also while Semblance is not open.',
  },
  {
    key: 'marketingEmails',
    label: 'Marketing emails',
    description:
      'A short summary of your organization’s week on Mondays, if there is something to tell.',
  },
  {
    key: 'securityAlerts',
    label: 'Security alerts',
    description:
      'News about the safety of your account. Mail about your password, e-mail address and factors always goes out.',
  },
]
