import type { Contact, Conversation } from '@semblance/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'

type News = { organization: string; isOnline: boolean }
type Pages<Item> = InfiniteData<{ items: Item[]; nextCursor: string | null }>

/** Updates the online status of a company in all loaded lists, without another request. */
export function patchPresence(queries: QueryClient, news: News): void {
  const { list, contacts, get } = orpc.negotiation
  const inConversation = (conversation: Conversation): Conversation => ({
    ...conversation,
    counterpart: withPresence(conversation.counterpart, news),
  })
  queries.setQueriesData<Conversation>(
    { queryKey: get.key() },
    (known) => known && inConversation(known),
  )
  queries.setQueriesData<Pages<Conversation>>({ queryKey: list.key() }, (known) =>
    mapItems(known, inConversation),
  )
  queries.setQueriesData<Pages<Contact>>({ queryKey: contacts.key() }, (known) =>
    mapItems(known, (contact) => withPresence(contact, news)),
  )
}

const mapItems = <Item>(known: Pages<Item> | undefined, change: (item: Item) => Item) =>
  known && {
    ...known,
    pages: known.pages.map((page) => ({ ...page, items: page.items.map(change) })),
  }

function withPresence<Party extends Conversation['counterpart']>(party: Party, news: News): Party {
  if (party.id !== news.organization) return party
  const lastSeenAt = news.isOnline ? party.lastSeenAt : new Date()
  return { ...party, isOnline: news.isOnline, lastSeenAt }
}
