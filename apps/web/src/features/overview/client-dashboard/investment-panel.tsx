import { Panel } from '@/components/blocks/panel.tsx'
import { FigureBreakdownButton } from '@/components/blocks/text/figure-breakdown-button.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
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
    <Panel
      title="Total Investment"
      action={<FigureBreakdownButton figure="client.spent" label="Total Investment" />}
      className={className}
    >
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
      <div className="mt-4 flex items-center justify-between gap-2 border-t pt-3">
        <p className="text-muted-foreground text-sm">
          Held funds move only when you accept a delivery.
        </p>
        <FigureBreakdownButton figure="client.held" label="Held in escrow" />
      </div>
    </Panel>
  )
}
