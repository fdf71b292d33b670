import type { Delivery } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { fileSize, plural } from '@/lib/format.ts'
import { useShownDelivery } from '../use-shown-delivery.ts'

type InspectionProgressProps = { contractId: string; delivery: Delivery }

/** Shows that files or tables are being read for the review. */
export function InspectionProgress({ contractId, delivery }: InspectionProgressProps) {
  const reopen = useMutation({
    ...orpc.deliveries.reopen.mutationOptions(),
    onSuccess: useShownDelivery(contractId),
  })
  const isBucket = delivery.connected?.kind === 's3'
  return (
    <Panel
      title={delivery.isConnected && !isBucket ? 'Reading your tables' : 'Reading your files'}
      description="You can leave this page; you are notified when there is something to review."
      action={
        <Button
          variant="outline"
          size="sm"
          loading={reopen.isPending}
          onClick={() => reopen.mutate({ contractId })}
        >
          {delivery.isConnected ? 'Back to the Choice' : 'Back to Files'}
        </Button>
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
