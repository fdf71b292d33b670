import type { ReceivedOffer } from '@semblance/contract'
import { Button } from '@/components/ui/button.tsx'
import { useMessages } from '@/lib/pages/messages-context.ts'

/** Explains why the offer can be neither accepted nor paid at the moment. */
export function PendingProposal({ offer }: { offer: ReceivedOffer }) {
  const messages = useMessages()
  if (!offer.pendingProposal || offer.status === 'rejected' || offer.funded) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t bg-st-warn-bg px-5 py-3.5">
      <p className="min-w-0 flex-1 basis-40 text-sm text-st-warn-fg">
        {offer.pendingProposal.isOwn
          ? 'Your proposed changes wait for an answer.'
          : 'The vendor proposes changes. Answer them first.'}
      </p>
      <Button variant="outline" size="sm" onClick={() => messages.open({ offerId: offer.id })}>
        {offer.pendingProposal.isOwn ? 'View Messages' : 'Answer'}
      </Button>
    </div>
  )
}
