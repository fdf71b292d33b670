import type { DprDetail } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { PriceOfLike } from '@/components/viz/price-of-like.tsx'

/** Shows a client what requests like its own cost, and how soon they were answered. */
export function LikeRequests({ dpr }: { dpr: DprDetail }) {
  const { category, privacyLevel, dataContract, minRecords } = dpr
  const columns = dataContract?.schema.flatMap((table) => table.properties).length
  return (
    <Panel title="What is realistic">
      <PriceOfLike
        asked={{
          category,
          privacyLevel,
          ...(columns && { columns }),
          ...(minRecords && { records: minRecords }),
        }}
        marks={[
          {
            id: 'own',
            name: 'Your middle',
            cents: Number(dpr.budgetMinCents + dpr.budgetMaxCents) / 2,
          },
        ]}
      />
    </Panel>
  )
}
