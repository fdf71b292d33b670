/** Merges new messages into the loaded pages of a thread, so that none of them is refetched. */
import type { Message } from '@semblance/contract'

export type ThreadPage = {
  items: Message[]
  nextCursor: string | null
  readByOther: { messageId: string; at: Date } | null
}

export type ThreadPages = { pages: ThreadPage[]; pageParams: (string | undefined)[] }

/** `newest` is the thread's first page, read just now; with a gap between it and what is known it stands alone. */
export function mergeNewest(known: ThreadPages, newest: ThreadPage): ThreadPages {
  const knownIds = new Set(known.pages.flatMap((page) => page.items.map(({ id }) => id)))
  const added = newest.items.filter(({ id }) => !knownIds.has(id))
  const isGap = added.length === newest.items.length && newest.nextCursor !== null
  if (isGap || knownIds.size === 0) return { pages: [newest], pageParams: [undefined] }
  const fresh = new Map(newest.items.map((message) => [message.id, message]))
  const pages = known.pages.map((page, index) => {
    const items = page.items.map((message) => fresh.get(message.id) ?? message)
    return index === 0
      ? { ...page, items: [...added, ...items], readByOther: newest.readByOther }
      : { ...page, items }
  })
  return { ...known, pages }
}

/** Adds the user's own message from the server's answer, unless an event has brought it before. */
export function addSent(known: ThreadPages, message: Message): ThreadPages {
  const [first, ...older] = known.pages
  if (!first || first.items.some(({ id }) => id === message.id)) return known
  return { ...known, pages: [{ ...first, items: [message, ...first.items] }, ...older] }
}
