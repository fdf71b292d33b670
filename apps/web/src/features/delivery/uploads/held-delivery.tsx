import { type Delivery, deliveryOrigin } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { fileSize, plural } from '@/lib/format.ts'
import { CancelDelivery } from './cancel-delivery.tsx'

type HeldDeliveryProps = { contractId: string; delivery: Delivery }

/** Shows a delivery that waits for the platform's staff. */
export function HeldDelivery({ contractId, delivery }: HeldDeliveryProps) {
  return (
    <Panel title="Waiting for us" description="You are notified of what becomes of it.">
      <p className="text-muted-foreground text-sm">
        {delivery.isMeasuredByVendor ? (
          `The model of ${plural(delivery.fileCount, 'table')}, measured on your premises`
        ) : (
          <>
            <Id>{delivery.fileName}</Id>,{' '}
            {delivery.isConnected
              ? `${plural(delivery.fileCount, 'table')} through ${delivery.connected?.name ?? 'a connection'}`
              : `${plural(delivery.fileCount, 'file')}, ${fileSize(delivery.fileBytes)}`}
          </>
        )}
      </p>
      <div className="mt-4 flex justify-end">
        <CancelDelivery contractId={contractId} origin={deliveryOrigin(delivery)} />
      </div>
    </Panel>
  )
}
