import type { Delivery } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { fileSize, plural } from '@/lib/format.ts'
import type { Desk } from '../desk.ts'
import { useShownDelivery } from '../use-shown-delivery.ts'

type InspectionProgressProps = { desk: Desk; delivery: Delivery }

/** Shows that files or tables are being read for the review. */
export function InspectionProgress({ desk, delivery }: InspectionProgressProps) {
  const reopen = useMutation({
    mutationFn: desk.reopen,
    onSuccess: useShownDelivery(desk),
  })
  const isBucket = delivery.connected?.kind === 's3'
  return (
    <Panel
      title={delivery.isConnected && !isBucket ? 'Reading your tables' : 'Reading your files'}
      description="You can leave this page; you are notified when there is something to review."
      action={
        <MayCall procedure={desk.procedures.reopen}>
          <Button
            variant="outline"
            size="sm"
            loading={reopen.isPending}
            onClick={() => reopen.mutate()}
          >
            {delivery.isConnected ? 'Back to the Choice' : 'Back to Files'}
          </Button>
        </MayCall>
      }
    >
      <p className="flex items-center gap-2 text-muted-foreground text-sm" role="status">
        <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden />
        {delivery.isConnected
          ? `${plural(delivery.fileCount, isBucket ? 'file' : 'table')} through ${delivery.connected?.name ?? 'a connection'}`
          : `${plural(delivery.fileCount, 'file')}, ${fileSize(delivery.fileBytes)}`}
      </p>
    </Panel>
  )
}
