/** The browser's own notices, while a tab of Semblance is open. */

/** Requests the permission once; after a refusal, only the browser's settings can change it. */
export async function askForPushPermission(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false
  if (Notification.permission === 'default') await Notification.requestPermission()
  return Notification.permission === 'granted'
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
