import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { cn } from '@/lib/cn.ts'
import type { ListProps } from './conversation-list.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { PersonRow } from './person-row.tsx'
import { presenceText } from './thread/message-times.ts'
import { useNow } from './thread/use-now.ts'

/** Lists all contacts once each, online ones first. */
export function ContactList({ side, search, selected, onSelect }: ListProps) {
  const now = useNow()
  const query = useInfiniteQuery({
    ...orpc.negotiation.contacts.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, side, search: search || undefined }),
      ...byCursor,
    }),
    placeholderData: (known) => known,
  })
  return (
    <PagedList
      query={query}
      errorTitle="Contacts did not load"
      skeleton={<ListSkeleton />}
      empty={
        <EmptyState title={search ? `Nobody named “${search}”` : 'No contacts yet'}>
          Companies that you exchange offers with appear here.
        </EmptyState>
      }
      plain
    >
      {(contacts) => (
        <ul>
          {contacts.map((contact) => (
            <PersonRow
              key={contact.id}
              counterpart={contact}
              isSelected={contact.id === selected?.counterpart.id}
              onSelect={() => onSelect(contact.conversationId)}
            >
              <span
                className={cn(
                  'mt-0.5 block text-sm',
                  contact.isOnline ? 'text-st-success-fg' : 'text-muted-foreground',
                )}
              >
                {presenceText(contact, now)}
              </span>
            </PersonRow>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
