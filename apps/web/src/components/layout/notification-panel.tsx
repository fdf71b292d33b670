import { CheckCheck } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { NotificationRow, type ShellNotification } from './notification-row.tsx'

export type NotificationSource = {
  items: readonly ShellNotification[]
  /** Counted from the items unless told. */
  unreadCount?: number
  onMarkAllRead: () => void
  onMarkRead: (id: string) => void
  onDelete: (id: string) => void
  /** A click on the title; without it titles are plain text. */
  onOpen?: (item: ShellNotification) => void
}

export function NotificationPanel({
  items,
  unreadCount = 0,
  onMarkAllRead,
  onMarkRead,
  onDelete,
  onOpen,
}: NotificationSource) {
  return (
    <div className="w-80 max-w-[calc(100vw-24px)]">
      <div className="flex h-12 items-center justify-between border-b pr-2 pl-4">
        <h2 className="font-semibold text-md">
          Notifications
          {unreadCount > 0 && (
            <span className="num ml-2 rounded-xs bg-primary-soft px-1.5 py-0.5 font-medium text-primary text-xs">
              {unreadCount} unread
            </span>
          )}
        </h2>
        {unreadCount > 0 && (
          <Button variant="ghost" size="sm" className="text-primary" onClick={onMarkAllRead}>
            <CheckCheck aria-hidden />
            Mark all read
          </Button>
        )}
      </div>
      {items.length === 0 ? (
        <p className="px-4 py-10 text-center text-muted-foreground">No notifications</p>
      ) : (
        <ul className="relative max-h-96 divide-y overflow-y-auto">
          {items.map((item) => (
            <NotificationRow
              key={item.id}
              item={item}
              onMarkRead={onMarkRead}
              onDelete={onDelete}
              onOpen={onOpen}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
