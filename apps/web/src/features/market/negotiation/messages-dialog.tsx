import type { TermId } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { orpc } from '@/lib/api/api.ts'
import { cn } from '@/lib/cn.ts'
import { usePickedFiles } from '@/lib/files/picked-files.ts'
import { CloseButton } from './close-button.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { ConversationView } from './conversation-view.tsx'
import { useOutbox } from './thread/use-outbox.ts'
import { useTypists } from './thread/use-typing.ts'
import { useMessageNews } from './use-message-news.ts'
import { usePageSide, useParticipant } from './use-participant.ts'
import { isWide } from './use-wide-layout.ts'

type MessagesDialogProps = {
  open: boolean
  /** The conversation is still being found. */
  isOpening: boolean
  conversationId: string | null
  /** Opens Propose Contract Changes at once. */
  propose: TermId[] | null
  onProposeShown: () => void
  onSelect: (conversationId: string, options: { replace: boolean }) => void
  onBack: () => void
  onClose: () => void
}

/** Stays mounted after it is closed: what is on its way, and files chosen, are kept. */
export function MessagesDialog({
  open,
  isOpening,
  conversationId,
  propose,
  onProposeShown,
  onSelect,
  onBack,
  onClose,
}: MessagesDialogProps) {
  const outbox = useOutbox()
  const pickedAt = usePickedFiles()
  const typists = useTypists()
  useMessageNews(typists)
  const { side, conversation } = useConversation(open ? conversationId : null)

  const shown = isOpening ? null : conversationId
  const onThread = isOpening || conversationId !== null
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="full"
      title="Messages"
      hideHeader
      onOpenAutoFocus={focusField}
    >
      <div
        className={cn(
          'flex h-14 shrink-0 items-center justify-between border-b pr-3 pl-4 md:pl-5',
          onThread && 'max-md:hidden',
        )}
      >
        <span aria-hidden className="font-semibold text-lg">
          Messages
        </span>
        <CloseButton onClick={onClose} />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] md:grid-cols-[296px_minmax(0,1fr)] xl:grid-cols-[296px_minmax(0,1fr)_304px]">
        <ConversationPane
          side={side}
          selected={conversation.data}
          onSelect={(id) => onSelect(id, { replace: isWide() })}
          className={cn('flex', onThread && 'max-md:hidden')}
        />
        {shown ? (
          <ConversationView
            key={shown}
            query={conversation}
            outbox={outbox}
            pickedAt={pickedAt}
            typists={typists}
            propose={propose}
            onProposeShown={onProposeShown}
            onBack={onBack}
            onClose={onClose}
          />
        ) : (
          <div
            className={cn(
              'grid place-items-center bg-sunken xl:col-span-2',
              !onThread && 'max-md:hidden',
            )}
          >
            {!isOpening && <EmptyState title="Select a contact to start messaging" />}
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** A conversation shows the side that it is on; the list alone shows the side of the page. */
function useConversation(conversationId: string | null) {
  const pageSide = usePageSide()
  const side = useParticipant()
  const conversation = useQuery(
    orpc.negotiation.get.queryOptions({
      input: { conversationId: conversationId ?? '', side },
      enabled: conversationId !== null,
    }),
  )
  return { side: conversation.data?.side ?? pageSide, conversation }
}

/** Into the composer, or else the search, but not on a phone, where it would call the keyboard up. */
function focusField(event: Event) {
  event.preventDefault()
  const box = event.currentTarget as HTMLElement
  const find = (field: string) => (isWide() ? box.querySelector<HTMLElement>(field) : null)
  const target = find('textarea') ?? find('input[type=search]') ?? box
  target.focus()
}
