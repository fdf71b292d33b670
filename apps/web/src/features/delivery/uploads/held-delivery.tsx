import type { Delivery } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { fileSize, plural } from '@/lib/format.ts'

type HeldDeliveryProps = { delivery: Delivery; actions: ReactNode }

/** Shows a delivery that waits for the platform's staff. */
export function HeldDelivery({ delivery, actions }: HeldDeliveryProps) {
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
      {actions && <div className="mt-4 flex justify-end">{actions}</div>}
    </Panel>
  )
}
