import { CircleAlert } from 'lucide-react'
import { FileRow } from '@/components/blocks/file-row.tsx'
import type { Side } from '@/lib/last-side.ts'
import { BubbleText } from './message-bubble.tsx'
import { MessageFrame } from './message-frame.tsx'
import { ownLabels } from './own-label.ts'
import type { Outgoing } from './thread-entries.ts'
import type { Outbox } from './use-outbox.ts'

type OutgoingBubbleProps = {
  outgoing: Outgoing
  side: Side
  isFirstOfGroup: boolean
  outbox: Outbox
}

/** A message on its way, or one that was not sent: its text is kept until it is, or is given up. */
export function OutgoingBubble({ outgoing, side, isFirstOfGroup, outbox }: OutgoingBubbleProps) {
  const { body, attachments, createdAt, problem } = outgoing
  return (
    <MessageFrame
      isOwn
      name={isFirstOfGroup ? ownLabels[side] : undefined}
      at={createdAt}
      note={problem ? <NotSent outgoing={outgoing} outbox={outbox} /> : 'Sending…'}
      className="max-w-[88%] md:max-w-[78%]"
    >
      {body && <BubbleText isOwn>{body}</BubbleText>}
      {attachments.length > 0 && (
        <ul className="w-[min(340px,100%)] min-w-0 divide-y justify-self-end rounded-md border bg-card px-3">
          {attachments.map(({ id, fileName, bytes }) => (
            <FileRow key={id} name={fileName} sizeBytes={bytes} />
          ))}
        </ul>
      )}
    </MessageFrame>
  )
}

function NotSent({ outgoing, outbox }: Pick<OutgoingBubbleProps, 'outgoing' | 'outbox'>) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <span className="inline-flex items-center gap-1.5 font-medium text-destructive">
        <CircleAlert className="size-3.5 shrink-0" aria-hidden />
        Not sent. {outgoing.problem}
      </span>
      <button
        type="button"
        className="link min-h-6 max-md:min-h-10"
        onClick={() => outbox.retry(outgoing)}
      >
        Try again
      </button>
      <button
        type="button"
        className="link min-h-6 max-md:min-h-10"
        onClick={() => outbox.discard(outgoing.key)}
      >
        Discard
      </button>
    </div>
  )
}
