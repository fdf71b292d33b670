import type { Delivery } from '@semblance/contract'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { ConnectWarehouse } from './connect-warehouse.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { contractDesk } from './desk.ts'
import { RunOnPremises } from './run-on-premises.tsx'

type DeliveryWaysProps = { contractId: string; delivery: Delivery | null }

/** Offers the ways of delivering. Files that are on their way go on while the other way is looked at. */
export function DeliveryWays({ contractId, delivery }: DeliveryWaysProps) {
  return (
    <Tabs defaultValue={firstWay(delivery)} className="grid min-w-0 gap-4">
      <TabsList aria-label="How to deliver">
        <TabsTrigger value="upload">Upload files</TabsTrigger>
        <TabsTrigger value="premises">Run on your premises</TabsTrigger>
        <TabsTrigger value="connection">Connect a warehouse</TabsTrigger>
      </TabsList>
      <TabsContent value="upload" forceMount className="min-w-0 data-[state=inactive]:hidden">
        <DeliveryForm desk={contractDesk(contractId)} delivery={delivery} />
      </TabsContent>
      <TabsContent value="premises" className="min-w-0">
        <RunOnPremises contractId={contractId} delivery={delivery} />
      </TabsContent>
      <TabsContent value="connection" className="min-w-0">
        <ConnectWarehouse contractId={contractId} delivery={delivery} />
      </TabsContent>
    </Tabs>
  )
}

/** Returns the way that the latest attempt took. */
function firstWay(delivery: Delivery | null): 'upload' | 'premises' | 'connection' {
  if (delivery?.isMeasuredByVendor) return 'premises'
  return delivery?.isConnected ? 'connection' : 'upload'
}
