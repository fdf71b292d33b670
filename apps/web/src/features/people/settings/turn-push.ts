import { notify } from '@/components/ui/toast.tsx'
import { askForPushPermission, endPushSubscription } from '@/lib/live/push.ts'

/** Asks the browser for its permission, or ends its subscription; says where the browser keeps notices away. */
export async function turnPush(isOn: boolean): Promise<void> {
  if (!isOn) return await endPushSubscription().catch(() => {}) // the server sends nothing once it is off
  if (await askForPushPermission()) return
  notify.error(
    'This browser shows no notifications',
    'It does not allow them for this site. Change that in the settings of the browser; the choice here is kept for your other browsers.',
  )
}
