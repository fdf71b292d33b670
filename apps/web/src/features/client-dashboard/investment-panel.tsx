import { Money } from '@/components/blocks/money.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EscrowMeter } from '@/components/viz/escrow-meter.tsx'
import { plural } from '@/lib/format.ts'

type InvestmentPanelProps = {
  investedCents: bigint
  heldCents: bigint
  releasedCents: bigint
  activeContracts: number
  className?: string
}

export function InvestmentPanel({
  investedCents,
  heldCents,
  releasedCents,
  activeContracts,
  className,
}: InvestmentPanelProps) {
  return (
    <Panel title="Total Investment" className={className}>
      <div className="figure text-3xl leading-none">
        <Money cents={Number(investedCents)} />
      </div>
      <p className="mt-1.5 mb-4 text-muted-foreground text-sm">
        {plural(activeContracts, 'active contract')} now
      </p>
      <EscrowMeter
        totalCents={Number(investedCents)}
        releasedCents={Number(releasedCents)}
        heldCents={Number(heldCents)}
      />
      <p className="mt-4 border-t pt-3 text-muted-foreground text-sm">
        Held funds move only when you accept a delivery.
      </p>
    </Panel>
  )
}
