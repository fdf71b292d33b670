import type { Conversation, CurrentTerms, Proposal, TermId } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { orpc } from '@/lib/api/api.ts'
import { isNotFound, toProblem } from '@/lib/api/api-errors.ts'
import type { PickedFiles } from '@/lib/files/picked-files.ts'
import { useMayCallAs } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { CloseButton } from './close-button.tsx'
import { AcceptAndPay } from './proposals/accept-and-pay.tsx'
import { ProposeDialog } from './proposals/propose-dialog.tsx'
import { TermsPanel } from './proposals/terms-panel.tsx'
import { TermsSheet } from './proposals/terms-sheet.tsx'
import { termsLine } from './proposals/terms-summary.ts'
import { Composer } from './thread/composer.tsx'
import { Thread } from './thread/thread.tsx'
import { ThreadHeader } from './thread/thread-header.tsx'
import { ThreadSkeleton } from './thread/thread-skeleton.tsx'
import { useAttach, useFileDrop } from './thread/use-attach.ts'
import type { Outbox } from './thread/use-outbox.ts'
import type { TypingUsers } from './thread/use-typing.ts'
import { useParticipant } from './use-participant.ts'

type Shared = {
  outbox: Outbox
  /** Files chosen for the next message, by the address where they are put up. */
  pickedAt: (address: string) => PickedFiles
  typists: TypingUsers
  propose: TermId[] | null
  onProposeShown: () => void
  onBack: () => void
  onClose: () => void
}

type ConversationQuery = Parameters<typeof QueryState<Conversation>>[0]['query']

/** Shows the thread and, on wide screens, the terms next to it. */
export function ConversationView({ query, ...shared }: Shared & { query: ConversationQuery }) {
  return (
    <QueryState
      query={query}
      errorTitle="This conversation did not load"
      skeleton={<ThreadSkeleton className="xl:col-span-2" />}
      isNotFound={isNobodys}
      notFound={<NotFound onBack={shared.onBack} onClose={shared.onClose} />}
    >
      {(conversation) => <Loaded conversation={conversation} {...shared} />}
    </QueryState>
  )
}

/** Treats an address that is no ID as not found, too. */
const isNobodys = (error: unknown) => isNotFound(error) || toProblem(error).code === 'bad_input'

function NotFound({ onBack, onClose }: Pick<Shared, 'onBack' | 'onClose'>) {
  return (
    <div className="relative grid place-items-center bg-sunken xl:col-span-2">
      <CloseButton onClick={onClose} className="absolute top-2 right-3 md:hidden" />
      <EmptyState
        title="This conversation was not found"
        action={
          <button type="button" onClick={onBack} className="link">
            All conversations
          </button>
        }
      >
        There is none at this address for your account.
      </EmptyState>
    </div>
  )
}

function Loaded({ conversation, ...shared }: Shared & { conversation: Conversation }) {
  const { propose, onProposeShown } = shared
  const [proposal, setProposal] = useState<{ first?: TermId; counters?: Proposal } | null>(null)
  const [termsOpen, setTermsOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  const side = useParticipant()
  const terms = useQuery(
    orpc.negotiation.terms.queryOptions({ input: { conversationId: conversation.id, side } }),
  )
  const picked = shared.pickedAt(`/api/conversations/${conversation.id}/attachments`)
  const attach = useAttach(picked)
  const drop = useFileDrop(attach)

  // Requested by the page that opened the dialog.
  const mayPropose = useMayCallAs(conversation.side, 'negotiation.propose')
  const canPropose = mayPropose && terms.data?.canPropose && !terms.data.pendingIsOwn
  useEffect(() => {
    if (!propose || !terms.data) return
    if (canPropose) setProposal({ first: propose[0] })
    onProposeShown()
  }, [propose, terms.data, canPropose, onProposeShown])

  const panel = {
    conversation,
    query: terms,
    onPropose: () => signInFirst(() => setProposal({})),
  }
  return (
    <>
      <section
        aria-label={`Conversation with ${conversation.counterpart.name}`}
        className="relative flex min-h-0 min-w-0 flex-col"
        {...drop.handlers}
      >
        <ThreadHeader
          conversation={conversation}
          onBack={shared.onBack}
          onClose={shared.onClose}
          onShowTerms={() => setTermsOpen(true)}
        />
        {terms.data && <TermsStrip terms={terms.data} onShow={() => setTermsOpen(true)} />}
        <Thread
          conversation={conversation}
          outbox={shared.outbox}
          typistName={shared.typists.nameIn(conversation.id)}
          onCounter={(counters) =>
            signInFirst(() => setProposal({ counters, first: counters.changes[0]?.field }))
          }
        />
        {terms.data && (
          <div className="flex flex-wrap items-center justify-end gap-3 border-t bg-sunken px-4 py-2 empty:hidden xl:hidden">
            <AcceptAndPay conversation={conversation} terms={terms.data} />
          </div>
        )}
        <RoleGate
          procedure="negotiation.send"
          side={conversation.side}
          to="write messages"
          className="border-t bg-popover p-4"
        >
          <Composer
            conversation={conversation}
            outbox={shared.outbox}
            picked={picked}
            onAttach={attach}
          />
        </RoleGate>
        {drop.isOver && (
          <p className="pointer-events-none absolute inset-2 grid place-items-center rounded-md border-2 border-primary border-dashed bg-primary-soft/90 font-semibold text-md text-primary">
            Drop files to attach them
          </p>
        )}
      </section>
      <aside aria-label="Current Terms" className="hidden min-h-0 flex-col border-l xl:flex">
        <TermsPanel {...panel} />
      </aside>
      <TermsSheet {...panel} open={termsOpen} onOpenChange={setTermsOpen} />
      {proposal && terms.data && (
        <ProposeDialog
          conversation={conversation}
          terms={terms.data}
          first={proposal.first}
          countered={proposal.counters}
          onClose={() => setProposal(null)}
        />
      )}
    </>
  )
}

/** Under 768 px: the terms in one line, which leads to all of them. */
function TermsStrip({ terms, onShow }: { terms: CurrentTerms; onShow: () => void }) {
  return (
    <button
      type="button"
      onClick={onShow}
      className="flex min-h-11 shrink-0 items-center gap-3 border-b bg-card px-4 text-left text-sm focus-visible:-outline-offset-2 md:hidden"
    >
      <StatusBadge domain="term" status={terms.pendingProposalId ? 'pending' : 'agreed'} />
      <span className="num min-w-0 truncate font-medium">{termsLine(terms)}</span>
    </button>
  )
}
