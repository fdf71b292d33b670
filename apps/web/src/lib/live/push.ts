/** The browser's own notices: pushed to it, or shown by the page where it cannot be subscribed. */
import { api } from '../api/api.ts'

/** Requests the permission once; after a refusal, only the browser's settings can change it. */
export async function askForPushPermission(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false
  if (Notification.permission === 'default') await Notification.requestPermission()
  return Notification.permission === 'granted'
}

/**
 * Subscribes this browser for the caller's session, or renews what is there. Returns false where the browser, its
 * user or its push service does not allow it.
 */
export async function keepPushSubscription(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return false
  if (Notification.permission !== 'granted') return false
  try {
    const { key } = await api.notifications.pushKey()
    const worker = await navigator.serviceWorker.register('/push-worker.js')
    const { endpoint, keys } = (await subscriptionBy(worker, key)).toJSON()
    if (!endpoint || !keys?.p256dh || !keys.auth) return false
    await api.notifications.subscribe({ endpoint, p256dh: keys.p256dh, auth: keys.auth })
    return true
  } catch {
    return false
  }
}

/** Takes a new subscription in place of one for another key of ours. */
async function subscriptionBy({ pushManager }: ServiceWorkerRegistration, key: string) {
  const known = await pushManager.getSubscription()
  if (known && keyOf(known) === key) return known
  await known?.unsubscribe()
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string | null {
  if (!applicationServerKey) return null
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Ends the subscription of this browser. */
export async function endPushSubscription(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = await navigator.serviceWorker.getRegistration('/')
  const known = await worker?.pushManager?.getSubscription()
  if (!known) return
  await known.unsubscribe()
  await api.notifications.unsubscribe({ endpoint: known.endpoint })
}

export function showPush({ id, title, message }: { id: string; title: string; message: string }) {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
  try {
    // The tag keeps several open tabs from showing the same notice twice.
    new Notification(title, { body: message, tag: id })
  } catch {
    // Android's Chrome shows notices only from a service worker.
  }
}
