import type { Message, Side } from '@semblance/contract'
import { AttachmentList } from '@/components/blocks/files/attachment-list.tsx'
import { api } from '@/lib/api/api.ts'
import { cn } from '@/lib/cn.ts'
import { ownLabels } from '../proposals/own-label.ts'
import { MessageFrame } from './message-frame.tsx'

type MessageBubbleProps = {
  message: Message
  side: Side
  isFirstOfGroup: boolean
  readMark?: string
}

export function MessageBubble({ message, side, isFirstOfGroup, readMark }: MessageBubbleProps) {
  const { isOwn, senderName, personName, body, attachments, createdAt } = message
  return (
    <MessageFrame
      isOwn={isOwn}
      name={isFirstOfGroup ? (isOwn ? ownLabels[side] : senderName) : undefined}
      person={personName}
      at={createdAt}
      note={readMark}
      className="max-w-[88%] md:max-w-[78%]"
    >
      {body && <BubbleText isOwn={isOwn}>{body}</BubbleText>}
      <AttachmentList
        attachments={attachments}
        onAskLink={(attachmentId) => api.negotiation.attachmentLink({ attachmentId })}
        className={attachmentBox}
      />
    </MessageFrame>
  )
}

export const attachmentBox = 'w-[min(340px,100%)] min-w-0 justify-self-end rounded-md bg-card'

export function BubbleText({ isOwn, children }: { isOwn: boolean; children: string }) {
  return (
    <p
      className={cn(
        'whitespace-pre-wrap rounded-md border px-3.5 py-2.5 text-base [overflow-wrap:anywhere]',
        isOwn
          ? 'justify-self-end rounded-br-xs border-transparent bg-primary text-primary-foreground dark:border-primary/30 dark:bg-primary-soft dark:text-foreground'
          : 'justify-self-start rounded-bl-xs bg-card',
      )}
    >
      {children}
    </p>
  )
}
