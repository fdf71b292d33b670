/** Shows pushed notices, and opens the page of one that is clicked. It fetches nothing and keeps nothing. */
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { id, title, path } = readNotice(event.data)
  event.waitUntil(
    self.registration.showNotification(title, {
      body: 'Open Semblance to read it.',
      tag: id,
      icon: '/icon-192.png',
      data: { path },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})

/** Reads what was pushed; a browser shows a notice for each push, whatever is in it. */
function readNotice(data) {
  try {
    const { id, title, path } = data.json()
    return { id: String(id), title: String(title), path: localPath(path) }
  } catch {
    return { id: 'notice', title: 'News on Semblance', path: '/' }
  }
}

/** Returns an address of this site alone. */
function localPath(path) {
  const url = new URL(typeof path === 'string' ? path : '/', self.location.origin)
  return url.origin === self.location.origin ? url.pathname + url.search + url.hash : '/'
}

/** Takes an open tab that can go there, or a new one. */
async function openPage(path) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const tab of tabs) {
    try {
      await tab.focus()
      return await tab.navigate(path)
    } catch {
      // The browser does not let this tab be used.
    }
  }
  return await self.clients.openWindow(path)
}
