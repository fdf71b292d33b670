import type { Side } from '@semblance/contract'
import { CircleAlert } from 'lucide-react'
import { AttachmentList } from '@/components/blocks/files/attachment-list.tsx'
import { ownLabels } from '../proposals/own-label.ts'
import { attachmentBox, BubbleText } from './message-bubble.tsx'
import { MessageFrame } from './message-frame.tsx'
import type { Outgoing } from './thread-entries.ts'
import type { Outbox } from './use-outbox.ts'

type OutgoingBubbleProps = {
  outgoing: Outgoing
  side: Side
  isFirstOfGroup: boolean
  outbox: Outbox
}

/**
 * Shows a message that is being sent or was not sent; its text is kept until it is sent or
 * discarded.
 */
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
      <AttachmentList attachments={attachments} className={attachmentBox} />
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
