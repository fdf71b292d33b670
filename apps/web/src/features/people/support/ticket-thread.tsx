import { useInfiniteQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { cn } from '@/lib/cn.ts'
import { dateTime } from '@/lib/format.ts'

/** Answers are rare: asking now and then is enough. */
const pollMs = 30_000

/** Lists messages, oldest first; earlier ones are fetched at the top. */
export function TicketThread({ ticketId }: { ticketId: string }) {
  const query = useInfiniteQuery(
    orpc.support.messages.infiniteOptions({
      input: (cursor: string | undefined) => ({ ticketId, cursor, limit: 20 }),
      ...byCursor,
      refetchInterval: pollMs,
    }),
  )
  return (
    <QueryState
      query={query}
      errorTitle="The messages did not load"
      skeleton={<SkeletonRows rows={2} />}
    >
      {({ pages }) => (
        <>
          {query.hasNextPage && (
            <div className="flex justify-center border-t p-3">
              <Button
                variant="outline"
                size="sm"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Earlier Messages
              </Button>
            </div>
          )}
          <ol className="divide-y border-t">
            {pages
              .flatMap((page) => page.items)
              .toReversed()
              .map((message) => (
                <li
                  key={message.id}
                  className={cn(
                    'flex gap-3 px-4 py-4 md:px-5',
                    (message.fromStaff || message.fromVendor) && 'bg-sunken',
                  )}
                >
                  {message.fromStaff ? (
                    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft text-primary">
                      <LifeBuoy className="size-4" aria-hidden />
                    </span>
                  ) : (
                    <Avatar name={message.authorName} />
                  )}
                  <div className="min-w-0 flex-1">
                    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                      <span className="font-medium text-base">{message.authorName}</span>
                      <TimeText
                        at={message.createdAt}
                        show={dateTime}
                        className="text-muted-foreground text-sm"
                      />
                    </div>
                    <p className="mt-1 max-w-[80ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
                      {message.body}
                    </p>
                  </div>
                </li>
              ))}
          </ol>
        </>
      )}
    </QueryState>
  )
}
