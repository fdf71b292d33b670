import type { Conversation, Side } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { cn } from '@/lib/cn.ts'
import { exactTime } from '@/lib/format.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { PersonRow } from './person-row.tsx'
import { ownLabels } from './proposals/own-label.ts'
import { listTime } from './thread/message-times.ts'
import { useNow } from './thread/use-now.ts'

export const conversationSorts = [
  { value: 'recent', label: 'Recent' },
  { value: 'unread', label: 'Unread' },
  { value: 'name', label: 'Name' },
] as const
export type ConversationSort = (typeof conversationSorts)[number]['value']

export type ListProps = {
  side: Side
  search: string
  selected: Conversation | undefined
  onSelect: (conversationId: string) => void
}

export function ConversationList({
  side,
  search,
  sort,
  selected,
  onSelect,
}: ListProps & { sort: ConversationSort }) {
  const now = useNow()
  const query = useInfiniteQuery({
    ...orpc.negotiation.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, side, sort, search: search || undefined }),
      ...byCursor,
    }),
    // The list stays while another search or order is on its way.
    placeholderData: (known) => known,
  })
  return (
    <PagedList
      query={query}
      errorTitle="Conversations did not load"
      skeleton={<ListSkeleton />}
      empty={<NoConversations side={side} search={search} />}
      plain
    >
      {(conversations) => (
        <ul>
          {conversations.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              isSelected={conversation.id === selected?.id}
              onSelect={() => onSelect(conversation.id)}
              now={now}
            />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

type ConversationRowProps = {
  conversation: Conversation
  isSelected: boolean
  onSelect: () => void
  now: Date
}

function ConversationRow({ conversation, isSelected, onSelect, now }: ConversationRowProps) {
  const { unreadCount, lastMessage, lastMessageIsOwn, lastMessageAt } = conversation
  const isUnread = unreadCount > 0
  return (
    <PersonRow
      counterpart={conversation.counterpart}
      isSelected={isSelected}
      isStrong={isUnread}
      onSelect={onSelect}
      aside={
        <time
          dateTime={lastMessageAt.toISOString()}
          title={exactTime(lastMessageAt)}
          className="num whitespace-nowrap text-muted-foreground text-xs"
        >
          {listTime(lastMessageAt, now)}
        </time>
      }
    >
      <span className="mt-0.5 flex items-center justify-between gap-2">
        <span
          className={cn('truncate text-sm', isUnread ? 'text-foreground' : 'text-muted-foreground')}
        >
          {lastMessageIsOwn && lastMessage && `${ownLabels[conversation.side]}: `}
          {lastMessage || 'No messages yet'}
        </span>
        {isUnread && (
          <span className="num grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-primary px-1.5 font-semibold text-primary-foreground text-xs">
            {unreadCount}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </span>
      <span className="mt-0.5 block truncate text-muted-foreground text-xs">
        {conversation.dprTitle}
      </span>
    </PersonRow>
  )
}

const beginnings: Record<Side, string> = {
  client: 'Open one from an offer or a contract.',
  vendor: 'Open one from an offer of yours or a contract.',
}

function NoConversations({ side, search }: { side: Side; search: string }) {
  return search ? (
    <EmptyState title={`Nobody named “${search}”`}>Search by the company's name.</EmptyState>
  ) : (
    <EmptyState title="No conversations yet">{beginnings[side]}</EmptyState>
  )
}
