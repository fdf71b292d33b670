import type { Conversation, Message, Proposal, ProposalStatus } from '@semblance/contract'
import { FilePen, TriangleAlert } from 'lucide-react'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { cn } from '@/lib/cn.ts'
import { plural } from '@/lib/format.ts'
import { ChangeActions } from './change-actions.tsx'
import { MessageFrame } from './message-frame.tsx'
import { ownLabels } from './own-label.ts'

const statusLabels: Record<ProposalStatus, string> = {
  pending: 'Pending',
  approved: 'Agreed',
  rejected: 'Rejected',
  countered: 'Countered',
  withdrawn: 'Withdrawn',
  outdated: 'Outdated',
}

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
  const { isOwn, status, changes, note } = proposal
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
          <StatusBadge bare status={statusLabels[status]} />
        </div>
        <Changes changes={changes} />
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

function Changes({ changes }: Pick<Proposal, 'changes'>) {
  return (
    <table className="num w-full text-base">
      <thead className="sr-only">
        <tr>
          <th>Term</th>
          <th>Current</th>
          <th>Proposed</th>
        </tr>
      </thead>
      {changes.map(({ id, label, currentValue, proposedValue, flag }) => (
        <tbody key={id} className="border-t first-of-type:border-t-0">
          <tr className="align-top">
            <th scope="row" className="py-2 pl-3.5 text-left font-normal text-muted-foreground">
              {label}
            </th>
            <td className="py-2 pl-3 text-right">
              <s className="text-muted-foreground">{currentValue}</s>
            </td>
            <td className="py-2 pr-3.5 pl-3 text-right font-semibold">{proposedValue}</td>
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
