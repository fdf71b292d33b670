import type { Notification, Side } from '@semblance/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { NotificationSource } from '@/components/layout/notifications/notification-panel.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { useAuth, useConfig } from '@/lib/session/session.tsx'
import { usePush } from './use-push.ts'

const optionsFor = (side?: Side) =>
  orpc.notifications.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor, limit: 20, side }),
    ...byCursor,
  })
const listOptions = optionsFor()

/**
 * Returns the notifications, which live events keep current; a visitor reads the sample's on that
 * side.
 */
export function useNotifications(side: Side = 'client'): NotificationSource | undefined {
  const { status } = useAuth()
  const { sampleData } = useConfig()
  const signedIn = status === 'signed-in'
  const isVisitor = status === 'signed-out' && sampleData
  const navigate = useNavigate()
  const signInFirst = useRequireSignIn()
  const list = useInfiniteQuery({
    ...(isVisitor ? optionsFor(side) : listOptions),
    enabled: signedIn || isVisitor,
  })
  const items = list.data?.pages.flatMap((page) => page.items)
  const announcement = usePush(isVisitor ? undefined : items)
  const { markRead, markAllRead, remove } = useNotificationActions()

  if (!signedIn && !isVisitor) return undefined
  return {
    items: items ?? [],
    announcement,
    unreadCount: list.data?.pages[0]?.unreadCount ?? 0,
    list,
    readPage: (page, options) =>
      api.notifications.list({ ...page, side: isVisitor ? side : undefined }, options),
    onMarkRead: (id) => signInFirst(() => markRead.mutate({ id })),
    onMarkAllRead: () => signInFirst(() => markAllRead.mutate(undefined)),
    onDelete: (id) => signInFirst(() => remove.mutate({ id })),
    onOpen: ({ id, read }) => {
      if (!read && signedIn) markRead.mutate({ id })
      const path = items?.find((item) => item.id === id)?.path
      if (path) void navigate(path)
    },
  }
}

/** Returns the actions on notifications. Each is shown at once; the server notifies the other tabs. */
function useNotificationActions() {
  const queries = useQueryClient()
  const edit = (change: (items: Notification[]) => Notification[], unreadCount?: 0) =>
    queries.setQueryData(listOptions.queryKey, (known) => {
      if (!known) return known
      const pages = known.pages.map((page) => ({ ...page, items: change(page.items) }))
      const fewer = countUnread(known.pages) - countUnread(pages)
      const count = unreadCount ?? (known.pages[0]?.unreadCount ?? 0) - fewer
      return { ...known, pages: pages.map((page) => ({ ...page, unreadCount: count })) }
    })
  const onError = () => queries.invalidateQueries({ queryKey: orpc.notifications.key() })
  const read = (item: Notification) => ({ ...item, read: true })

  const markRead = useMutation(
    orpc.notifications.markRead.mutationOptions({
      onMutate: ({ id }) =>
        edit((items) => items.map((item) => (item.id === id ? read(item) : item))),
      onError,
    }),
  )
  const markAllRead = useMutation(
    orpc.notifications.markAllRead.mutationOptions({
      onMutate: () => edit((items) => items.map(read), 0),
      onError,
    }),
  )
  const remove = useMutation(
    orpc.notifications.remove.mutationOptions({
      onMutate: ({ id }) => edit((items) => items.filter((item) => item.id !== id)),
      onError,
    }),
  )
  return { markRead, markAllRead, remove }
}

const countUnread = (pages: readonly { items: readonly Notification[] }[]) =>
  pages.reduce((sum, { items }) => sum + items.filter((item) => !item.read).length, 0)
