import type { Notification } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { NotificationSource } from '@/components/layout/notification-panel.tsx'
import { orpc } from '@/lib/api.ts'
import { useAuth } from '@/lib/session.tsx'
import { usePush, useWantsPush } from './use-push.ts'

const listOptions = orpc.notifications.list.queryOptions({ input: { limit: 50 } })

/** The bell, read every 30 s while the page is visible, or for push at any time; undefined for a visitor. */
export function useNotifications(): NotificationSource | undefined {
  const signedIn = useAuth().status === 'signed-in'
  const navigate = useNavigate()
  const queries = useQueryClient()
  const wantsPush = useWantsPush(signedIn)
  const { data } = useQuery({
    ...listOptions,
    enabled: signedIn,
    refetchInterval: 30_000,
    refetchIntervalInBackground: wantsPush,
  })
  usePush(signedIn && wantsPush ? data?.items : undefined)

  // Shown at once; the server's list corrects it.
  const edit = (change: (items: Notification[]) => Notification[]) =>
    queries.setQueryData(listOptions.queryKey, (known) => {
      if (!known) return known
      const items = change(known.items)
      const unread = (list: Notification[]) => list.filter((item) => !item.read).length
      const unreadCount = known.unreadCount - unread(known.items) + unread(items)
      return { ...known, items, unreadCount }
    })
  const onSettled = () => queries.invalidateQueries({ queryKey: listOptions.queryKey })
  const read = (item: Notification) => ({ ...item, read: true })

  const markRead = useMutation(
    orpc.notifications.markRead.mutationOptions({
      onMutate: ({ id }) =>
        edit((items) => items.map((item) => (item.id === id ? read(item) : item))),
      onSettled,
    }),
  )
  const markAllRead = useMutation(
    orpc.notifications.markAllRead.mutationOptions({
      onMutate: () => edit((items) => items.map(read)),
      onSettled,
    }),
  )
  const remove = useMutation(
    orpc.notifications.remove.mutationOptions({
      onMutate: ({ id }) => edit((items) => items.filter((item) => item.id !== id)),
      onSettled,
    }),
  )

  if (!signedIn) return undefined
  const items = data?.items ?? []
  return {
    items,
    unreadCount: data?.unreadCount ?? 0,
    onMarkRead: (id) => markRead.mutate({ id }),
    onMarkAllRead: () => markAllRead.mutate(undefined),
    onDelete: (id) => remove.mutate({ id }),
    onOpen: ({ id, read: isRead }) => {
      if (!isRead) markRead.mutate({ id })
      const path = items.find((item) => item.id === id)?.path
      if (path) void navigate(path)
    },
  }
}
