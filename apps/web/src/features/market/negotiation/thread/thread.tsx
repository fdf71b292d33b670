import type { Conversation, Message, Proposal } from '@semblance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { plural } from '@/lib/format.ts'
import { ThreadList } from './thread-list.tsx'
import { refreshThread, useThread } from './thread-query.ts'
import { ThreadSkeleton } from './thread-skeleton.tsx'
import { useMarkRead } from './use-mark-read.ts'
import type { Outbox } from './use-outbox.ts'
import { useThreadScroll } from './use-thread-scroll.ts'

type ThreadProps = {
  conversation: Conversation
  outbox: Outbox
  /** Name of the user who is writing on the other side. */
  typistName: string | null
  onCounter: (proposal: Proposal) => void
}

export function Thread({ conversation, ...rest }: ThreadProps) {
  const queries = useQueryClient()
  const query = useThread(conversation.id)

  // A thread that was loaded before only reads its newer messages.
  const wasLoaded = useRef(query.data !== undefined)
  useEffect(() => {
    if (wasLoaded.current) refreshThread(queries, conversation.id).catch(() => {})
  }, [queries, conversation.id])

  return (
    <QueryState query={query} errorTitle="Messages did not load" skeleton={<ThreadSkeleton />}>
      {() => <LoadedThread conversation={conversation} query={query} {...rest} />}
    </QueryState>
  )
}

type LoadedThreadProps = ThreadProps & { query: ReturnType<typeof useThread> }

function LoadedThread({ conversation, outbox, typistName, onCounter, query }: LoadedThreadProps) {
  const { counterpart } = conversation
  const pages = query.data?.pages
  const messages = useMemo(() => (pages ?? []).flatMap((page) => page.items).toReversed(), [pages])
  const outgoing = outbox.of(conversation.id)
  const newest = messages.at(-1)
  const isEmpty = messages.length === 0 && outgoing.length === 0
  const scroll = useThreadScroll({
    firstId: messages[0]?.id,
    lastId: outgoing.at(-1)?.key ?? newest?.id,
    isOwnLast: outgoing.length > 0 || newest?.isOwn === true,
    hasOlder: query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError,
    loadOlder: query.fetchNextPage,
  })
  useMarkRead(conversation, newest, scroll.isAtEnd)

  return (
    <>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={scroll.box}
          role="log"
          aria-live="off" // older messages, loaded on top, are not new: the announcer reads the new ones
          aria-label={`Messages with ${counterpart.name}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be reachable by keyboard
          tabIndex={0}
          onScroll={scroll.onScroll}
          className="relative flex min-h-0 flex-1 flex-col overflow-y-auto bg-sunken [overflow-anchor:none] focus-visible:-outline-offset-2"
        >
          <div ref={scroll.content} className={isEmpty ? 'm-auto' : 'mt-auto'}>
            <OlderMessages query={query} />
            {isEmpty ? (
              <EmptyState title="No messages yet">
                Say hello to {counterpart.name}, or ask about the offer.
              </EmptyState>
            ) : (
              <ThreadList
                conversation={conversation}
                messages={messages}
                readByOther={pages?.[0]?.readByOther ?? null}
                outgoing={outgoing}
                outbox={outbox}
                onCounter={onCounter}
              />
            )}
          </div>
        </div>
        {!scroll.isAtEnd && (
          <Button
            variant="outline"
            size="icon"
            aria-label="Go to the newest message"
            onClick={scroll.toEnd}
            className="absolute right-4 bottom-2 rounded-full shadow-float"
          >
            <ArrowDown aria-hidden />
          </Button>
        )}
      </div>
      <p
        aria-live="polite"
        className="flex h-6 shrink-0 items-center truncate bg-sunken px-4 text-muted-foreground text-xs md:px-5"
      >
        {typistName && `${typistName} is typing…`}
      </p>
      <Announcer newest={newest} />
    </>
  )
}

/** They also load when the reader comes near the top. */
function OlderMessages({ query }: Pick<LoadedThreadProps, 'query'>) {
  if (!query.hasNextPage) return null
  return (
    <div className="flex justify-center pt-4">
      <Button
        variant="ghost"
        size="sm"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {query.isFetchNextPageError ? 'Try again' : 'Older messages'}
      </Button>
    </div>
  )
}

/** Says aloud what the other party sends while the thread is open. */
function Announcer({ newest }: { newest: Message | undefined }) {
  const [text, setText] = useState('')
  const known = useRef(newest?.id)
  useEffect(() => {
    if (!newest || newest.id === known.current) return
    known.current = newest.id
    if (!newest.isOwn) setText(spoken(newest))
  }, [newest])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}

function spoken({ senderName, body, proposal, attachments }: Message): string {
  if (proposal) return `${senderName} proposed ${plural(proposal.changes.length, 'change')}`
  const files = attachments.length > 0 ? plural(attachments.length, 'file') : ''
  return `${senderName}: ${[body, files].filter(Boolean).join(', ')}`
}
