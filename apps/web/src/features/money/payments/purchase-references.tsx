import type { PurchaseNeed } from '@semblance/contract'
import { useState } from 'react'
import { ReferenceFields } from '@/components/blocks/approval/approval-need.tsx'
import { Panel } from '@/components/blocks/panel.tsx'

/** Keeps the buyer's references of a payment: what was given before, until changed. */
export function useReferences(need: PurchaseNeed | undefined) {
  const [purchaseOrder, setPurchaseOrder] = useState(need?.references.purchaseOrder ?? '')
  const [costCenter, setCostCenter] = useState(need?.references.costCenter ?? '')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const values = {
    ...(purchaseOrder && { purchaseOrder }),
    ...(costCenter && { costCenter }),
  }
  const panel = (
    <Panel
      title="Your references"
      description="They stand on your invoices and receipts. The vendor does not see them."
    >
      <ReferenceFields
        need={{
          needsPurchaseOrder: need?.needsPurchaseOrder ?? false,
          needsCostCenter: need?.needsCostCenter ?? false,
        }}
        faults={faults}
        purchaseOrder={{ value: purchaseOrder, onChange: setPurchaseOrder }}
        costCenter={{ value: costCenter, onChange: setCostCenter }}
      />
    </Panel>
  )
  return { values, panel, setFaults }
}
