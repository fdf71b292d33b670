import type { Notification } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { orpc } from '@/lib/api.ts'
import { showPush } from '@/lib/push.ts'

export function useWantsPush(enabled: boolean): boolean {
  const { data } = useQuery({
    ...orpc.settings.getNotificationPreferences.queryOptions(),
    enabled,
    staleTime: 60_000,
  })
  return enabled && data?.pushNotifications === true
}

/** What arrives while the page is open, as the browser's own notice; undefined where that is not wanted. */
export function usePush(items: readonly Notification[] | undefined): void {
  const seen = useRef<Set<string> | null>(null)
  useEffect(() => {
    const before = seen.current
    seen.current = items ? new Set(items.map((item) => item.id)) : null
    // What was there when the page opened is no news.
    if (!before || !items) return
    for (const item of items) if (!item.read && !before.has(item.id)) showPush(item)
  }, [items])
}
