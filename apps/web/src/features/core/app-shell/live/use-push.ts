import type { Notification } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { orpc } from '@/lib/api/api.ts'
import { useLiveEvents } from '@/lib/live/live.ts'
import { showPush } from '@/lib/live/push.ts'
import { useAuth } from '@/lib/session/session.tsx'

function useWantsPush(): boolean {
  const isSignedIn = useAuth().status === 'signed-in'
  const { data } = useQuery({
    ...orpc.settings.getNotificationPreferences.queryOptions(),
    enabled: isSignedIn,
    staleTime: 60_000,
  })
  return isSignedIn && data?.pushNotifications === true
}

/**
 * Shows notifications that arrive while the page is open as browser notifications, as soon as they
 * are in the list. Returns the text for screen readers.
 */
export function usePush(items: readonly Notification[] | undefined): string {
  const [said, setSaid] = useState('')
  const wantsPush = useWantsPush()
  const arrived = useRef(new Set<string>())
  useLiveEvents((event) => {
    if (event.topic === 'notification.added') arrived.current.add(event.id)
  })
  useEffect(() => {
    for (const item of items ?? []) {
      if (!arrived.current.delete(item.id) || item.read) continue
      setSaid(`New notification: ${item.title}`)
      if (wantsPush) showPush(item)
    }
  }, [items, wantsPush])
  return said
}
