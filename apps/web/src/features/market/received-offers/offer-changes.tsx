import type { ReceivedOffer } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChangeList } from '@/components/blocks/lists/change-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'

/** Lists changes since the reader last looked, until they are marked as seen. */
export function OfferChanges({ offer }: { offer: ReceivedOffer }) {
  const queryClient = useQueryClient()
  const markSeen = useMutation(
    orpc.offers.markSeen.mutationOptions({
      onError: (error) => notify.error('Not marked as seen', toProblem(error).message),
      onSettled: () =>
        void queryClient.invalidateQueries({ queryKey: orpc.offers.listReceived.key() }),
    }),
  )
  if (offer.changes.length === 0) return null
  return (
    <div className="border-t bg-st-info-bg px-5 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold text-sm text-st-info-fg">Changed since you last looked</p>
        <Button
          variant="outline"
          size="sm"
          loading={markSeen.isPending}
          onClick={() => markSeen.mutate({ offerId: offer.id, revision: offer.revision })}
        >
          Mark as Seen
        </Button>
      </div>
      <ChangeList className="mt-2" changes={offer.changes} />
    </div>
  )
}
