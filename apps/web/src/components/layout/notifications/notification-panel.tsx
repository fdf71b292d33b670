import { CheckCheck } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import type { ReadPage } from '@/lib/files/csv.ts'
import { titleCase } from '@/lib/format.ts'
import { NotificationRow, type ShellNotification } from './notification-row.tsx'

export type NotificationSource = {
  items: readonly ShellNotification[]
  /** The query behind them, page by page. */
  list: ComponentProps<typeof LoadMore>['query'] & ComponentProps<typeof QueryState>['query']
  /** Their own procedure, for all of them as a file. */
  readPage: ReadPage<ShellNotification>
  /** Defaults to the number of unread items. */
  unreadCount?: number
  /** Text about the newest notification for screen readers. */
  announcement?: string
  onMarkAllRead: () => void
  onMarkRead: (id: string) => void
  onDelete: (id: string) => void
  /** A click on the title; without it titles are plain text. */
  onOpen?: (item: ShellNotification) => void
}

export const notificationColumns: readonly Column<ShellNotification>[] = [
  { csvHead: 'Type', csv: (item) => titleCase(item.type) },
  { csvHead: 'Title', csv: (item) => item.title },
  { csvHead: 'Message', csv: (item) => item.message },
  { csvHead: 'Received', csv: (item) => item.createdAt },
  { csvHead: 'Read', csv: (item) => (item.read ? 'Yes' : 'No') },
]

export function NotificationPanel({
  items,
  list,
  readPage,
  unreadCount = 0,
  onMarkAllRead,
  onMarkRead,
  onDelete,
  onOpen,
}: NotificationSource) {
  const box = useRef<HTMLDivElement>(null)
  // The button that was pressed goes away; the focus stays in the list.
  const keepFocus = (act: (id: string) => void) => (id: string) => {
    box.current?.focus()
    act(id)
  }
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
      <QueryState
        query={list}
        errorTitle="Notifications did not load"
        skeleton={<SkeletonRows rows={3} className="border-t-0" />}
      >
        {() =>
          items.length === 0 && !list.hasNextPage ? (
            <p className="px-4 py-10 text-center text-muted-foreground">No notifications</p>
          ) : (
            <div ref={box} tabIndex={-1} className="relative max-h-96 overflow-y-auto outline-none">
              <ul className="divide-y">
                {items.map((item) => (
                  <NotificationRow
                    key={item.id}
                    item={item}
                    onMarkRead={keepFocus(onMarkRead)}
                    onDelete={keepFocus(onDelete)}
                    onOpen={onOpen}
                  />
                ))}
              </ul>
              <LoadMore query={list} className="border-t" />
              <div className="flex justify-end border-t p-2">
                <ExportCsv noun="notifications" columns={notificationColumns} readPage={readPage} />
              </div>
            </div>
          )
        }
      </QueryState>
    </div>
  )
}
