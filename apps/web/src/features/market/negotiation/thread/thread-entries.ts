/** A thread as it is shown: day dividers, messages in groups, and what is still on its way. */
import type { Attachment, Message } from '@semblance/contract'
import { dayDivider } from './message-times.ts'

/** Describes a user's own message that the server has not confirmed yet. */
export type Outgoing = {
  key: string
  conversationId: string
  body: string
  attachments: Attachment[]
  createdAt: Date
  /** The reason for which it was not sent; null while it is being sent. */
  problem: string | null
}

export type ThreadEntry =
  | { kind: 'day'; id: string; label: string }
  | { kind: 'message'; id: string; message: Message; isFirstOfGroup: boolean }
  | { kind: 'outgoing'; id: string; outgoing: Outgoing; isFirstOfGroup: boolean }

/** Messages of one person within this time stand under one name. */
const groupMs = 5 * 60_000

/** `messages` oldest first; an outgoing message whose key has arrived is not shown twice. */
export function threadEntries(
  messages: readonly Message[],
  outgoing: readonly Outgoing[],
  now: Date,
): ThreadEntry[] {
  const entries: ThreadEntry[] = []
  let lastDay = ''
  let previous: Message | null = null
  for (const message of messages) {
    const day = message.createdAt.toDateString()
    if (day !== lastDay)
      entries.push({ kind: 'day', id: day, label: dayDivider(message.createdAt, now) })
    const isFirstOfGroup = day !== lastDay || !previous || !isSameGroup(previous, message)
    entries.push({ kind: 'message', id: message.key ?? message.id, message, isFirstOfGroup })
    lastDay = day
    previous = message
  }
  const arrived = new Set(messages.map((message) => message.key))
  const waiting = outgoing.filter(({ key }) => !arrived.has(key))
  const today = now.toDateString()
  if (waiting.length > 0 && lastDay !== today)
    entries.push({ kind: 'day', id: today, label: dayDivider(now, now) })
  for (const [index, one] of waiting.entries()) {
    const isFirstOfGroup = index === 0 && !continues(previous, one)
    entries.push({ kind: 'outgoing', id: one.key, outgoing: one, isFirstOfGroup })
  }
  return entries
}

function isSameGroup(before: Message, after: Message): boolean {
  return (
    before.type === 'message' &&
    after.type === 'message' &&
    before.isOwn === after.isOwn &&
    before.personName === after.personName &&
    after.createdAt.getTime() - before.createdAt.getTime() < groupMs
  )
}

const continues = (before: Message | null, { createdAt }: Outgoing) =>
  before?.type === 'message' &&
  before.isOwn &&
  createdAt.getTime() - before.createdAt.getTime() < groupMs

/** Returns the newest own message that the other party has read; IDs rise with time. */
export function lastReadOwn(
  messages: readonly Message[],
  readUpTo: string | undefined,
): string | null {
  if (!readUpTo) return null
  return messages.findLast(({ id, isOwn }) => isOwn && id <= readUpTo)?.id ?? null
}
