import { Money } from '@/components/blocks/text/money.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { shareSpent } from './share-spent.ts'

type LimitMeterProps = {
  /** Names whose month it is, for screen readers. */
  label: string
  spentCents: bigint
  limitCents: bigint
}

/** Shows what was spent of a monthly limit, to the cent. */
export function LimitMeter({ label, spentCents, limitCents }: LimitMeterProps) {
  const { percent, tone } = shareSpent(spentCents, limitCents)
  return (
    <span className="grid min-w-36 gap-1">
      <span className="whitespace-nowrap">
        <Money exact cents={Number(spentCents)} />{' '}
        <span className="text-muted-foreground">
          of <Money exact cents={Number(limitCents)} />
        </span>
      </span>
      <Progress label={label} value={percent} tone={tone} />
    </span>
  )
}
