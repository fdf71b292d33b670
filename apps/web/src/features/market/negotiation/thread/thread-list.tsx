import type { Conversation, Message, Proposal } from '@semblance/contract'
import { ChangeCard } from '../proposals/change-card.tsx'
import { MessageBubble } from './message-bubble.tsx'
import { readText } from './message-times.ts'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import { lastReadOwn, type Outgoing, threadEntries } from './thread-entries.ts'
import { useNow } from './use-now.ts'
import type { Outbox } from './use-outbox.ts'

type ThreadListProps = {
  conversation: Conversation
  /** Oldest first. */
  messages: readonly Message[]
  readByOther: { messageId: string; at: Date } | null
  outgoing: readonly Outgoing[]
  outbox: Outbox
  onCounter: (proposal: Proposal) => void
}

export function ThreadList({
  conversation,
  messages,
  readByOther,
  outgoing,
  outbox,
  onCounter,
}: ThreadListProps) {
  const now = useNow()
  const lastRead = lastReadOwn(messages, readByOther?.messageId)
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] px-4 pt-4 pb-1 md:px-5">
      {threadEntries(messages, outgoing, now).map((entry) => {
        if (entry.kind === 'day') return <DayDivider key={entry.id} label={entry.label} />
        if (entry.kind === 'outgoing')
          return (
            <OutgoingBubble
              key={entry.id}
              outgoing={entry.outgoing}
              side={conversation.side}
              isFirstOfGroup={entry.isFirstOfGroup}
              outbox={outbox}
            />
          )
        const { message, isFirstOfGroup } = entry
        const readMark =
          message.id === lastRead && readByOther ? readText(readByOther.at, now) : undefined
        return message.proposal ? (
          <ChangeCard
            key={entry.id}
            conversation={conversation}
            message={message}
            proposal={message.proposal}
            readMark={readMark}
            onCounter={onCounter}
          />
        ) : (
          <MessageBubble
            key={entry.id}
            message={message}
            side={conversation.side}
            isFirstOfGroup={isFirstOfGroup}
            readMark={readMark}
          />
        )
      })}
    </ul>
  )
}

function DayDivider({ label }: { label: string }) {
  return (
    <li className="flex items-center gap-3 pt-2 text-center text-muted-foreground text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {label}
    </li>
  )
}
