import { type Conversation, describeChange, type Message, type Proposal } from '@semblance/contract'
import { Bot, FilePen, TriangleAlert } from 'lucide-react'
import { EndAnswering } from '@/components/blocks/answering/end-answering.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { cn } from '@/lib/cn.ts'
import { plural } from '@/lib/format.ts'
import { MessageFrame } from '../thread/message-frame.tsx'
import { ChangeActions } from './change-actions.tsx'
import { ownLabels } from './own-label.ts'

type ChangeCardProps = {
  conversation: Conversation
  message: Message
  proposal: Proposal
  readMark?: string
  onCounter: (proposal: Proposal) => void
}

/** Changes of terms that one party proposes, with what the other may do about them. */
export function ChangeCard({
  conversation,
  message,
  proposal,
  readMark,
  onCounter,
}: ChangeCardProps) {
  const { isOwn, status, changes, flags, note } = proposal
  const name = isOwn ? ownLabels[conversation.side] : message.senderName
  const title = `${name} proposed ${plural(changes.length, 'change')}`
  const awaitsUs = status === 'pending' && !isOwn
  return (
    <MessageFrame
      isOwn={isOwn}
      name={name}
      person={message.personName}
      at={message.createdAt}
      note={readMark}
      className="w-full max-w-[460px]"
    >
      <section
        aria-label={title}
        className={cn(
          'overflow-hidden rounded-md border bg-card',
          awaitsUs && 'border-primary ring-1 ring-primary',
        )}
      >
        <div className="flex min-h-10 items-center justify-between gap-3 border-b bg-primary-soft/50 px-3.5 py-1">
          <h4 className="inline-flex min-w-0 items-center gap-2 font-semibold text-sm">
            <FilePen className="size-4 shrink-0 text-primary" aria-hidden />
            {title}
          </h4>
          <StatusBadge domain="proposal" status={status} bare />
        </div>
        {proposal.isAutomatic && <AutomaticMark conversation={conversation} proposal={proposal} />}
        <Changes changes={changes} flags={flags} />
        {note && (
          <p className="whitespace-pre-wrap border-t px-3.5 py-2.5 text-base [overflow-wrap:anywhere]">
            {note}
          </p>
        )}
        <ChangeActions conversation={conversation} proposal={proposal} onCounter={onCounter} />
      </section>
    </MessageFrame>
  )
}

/** Marks an automatic answer for both parties, and lets them go on without. */
function AutomaticMark({ conversation, proposal }: ChangeActionsOf) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-b px-3.5 py-2 text-sm">
      <span className="inline-flex items-center gap-1 rounded-sm bg-st-info-bg px-1.5 py-0.5 text-st-info-fg text-xs">
        <Bot className="size-3.5" aria-hidden />
        Automatic
      </span>
      <span className="min-w-0 text-muted-foreground">
        Answered by rules of {proposal.isOwn ? 'your organization' : proposal.byName}.
      </span>
      {proposal.status === 'pending' && (
        <EndAnswering
          conversation={conversation}
          label={proposal.isOwn ? 'Leave it to people' : 'Ask for a person'}
        />
      )}
    </p>
  )
}

type ChangeActionsOf = Pick<ChangeCardProps, 'conversation' | 'proposal'>

function Changes({ changes, flags }: Pick<Proposal, 'changes' | 'flags'>) {
  const rows = changes.map((change) => ({
    id: change.field,
    ...describeChange(change),
    flag: flags[change.field],
  }))
  return (
    <table className="num w-full text-base">
      <thead className="sr-only">
        <tr>
          <th>Term</th>
          <th>Current</th>
          <th>Proposed</th>
        </tr>
      </thead>
      {rows.map(({ id, label, from, to, flag }) => (
        <tbody key={id} className="border-t first-of-type:border-t-0">
          <tr className="align-top">
            <th scope="row" className="py-2 pl-3.5 text-left font-normal text-muted-foreground">
              {label}
            </th>
            <td className="py-2 pl-3 text-right">
              <s className="text-muted-foreground">{from}</s>
            </td>
            <td className="py-2 pr-3.5 pl-3 text-right font-semibold">{to}</td>
          </tr>
          {flag && (
            <tr>
              <td colSpan={3} className="px-3.5 pb-2 text-sm text-st-warn-fg">
                <span className="flex gap-1.5">
                  <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
                  {flag}
                </span>
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  )
}
