import type { Notification } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { orpc } from '@/lib/api/api.ts'
import { useLiveEvents } from '@/lib/live/live.ts'
import { keepPushSubscription, showPush } from '@/lib/live/push.ts'
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
 * Subscribes this browser to pushes, also without a tab. Where it cannot be, notifications that arrive while the
 * page is open are shown by the page, as soon as they are in the list. Returns the text for screen readers.
 */
export function usePush(items: readonly Notification[] | undefined): string {
  const [said, setSaid] = useState('')
  const wantsPush = useWantsPush()
  const arrived = useRef(new Set<string>())
  const isPushed = useRef(false)
  useEffect(() => {
    if (!wantsPush) return
    void keepPushSubscription().then((isKept) => {
      isPushed.current = isKept
    })
  }, [wantsPush])
  useLiveEvents((event) => {
    if (event.topic === 'notification.added') arrived.current.add(event.id)
  })
  useEffect(() => {
    for (const item of items ?? []) {
      if (!arrived.current.delete(item.id) || item.read) continue
      setSaid(`New notification: ${item.title}`)
      if (wantsPush && !isPushed.current) showPush(item)
    }
  }, [items, wantsPush])
  return said
}
