import { Bell } from 'lucide-react'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover.tsx'
import { iconButtonClasses } from '../container.ts'
import { NotificationPanel, type NotificationSource } from './notification-panel.tsx'

export function NotificationBell(source: NotificationSource) {
  const unread = source.unreadCount ?? source.items.filter((item) => !item.read).length
  return (
    <Popover>
      <p aria-live="polite" className="sr-only">
        {source.announcement}
      </p>
      <PopoverTrigger
        className={iconButtonClasses}
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      >
        <Bell className="size-[18px]" aria-hidden />
        {unread > 0 && (
          <span
            aria-hidden
            className="num absolute top-1 right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-destructive px-1 font-semibold text-[11px] text-destructive-foreground ring-2 ring-card"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </PopoverTrigger>
      <PopoverContent aria-label="Notifications">
        <NotificationPanel {...source} unreadCount={unread} />
      </PopoverContent>
    </Popover>
  )
}
