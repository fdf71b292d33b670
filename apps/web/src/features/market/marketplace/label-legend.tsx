import { marketLabelIds, marketLabels } from '@semblance/contract'
import { CircleHelp } from 'lucide-react'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Competition } from '@/components/blocks/text/competition.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover.tsx'

const competitionRules = [
  { offers: 11, rule: 'More than 10 offers.' },
  { offers: 6, rule: 'More than 5 offers.' },
  { offers: 0, rule: '5 offers or fewer.' },
]

/** Lists every label's rule, in the order of evaluation. */
export function LabelLegend() {
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm">
          <CircleHelp aria-hidden />
          What the labels mean
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label="What the labels mean"
        className="max-h-[min(70dvh,480px)] w-[min(360px,calc(100vw-24px))] overflow-y-auto p-4"
      >
        <p className="text-muted-foreground text-sm">
          A request carries the first of these labels that fits it.
        </p>
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5 text-sm">
          {marketLabelIds.map((id) => (
            <div key={id} className="contents">
              <dt>
                <StatusBadge domain="market" status={id} />
              </dt>
              <dd>{marketLabels[id].rule}</dd>
            </div>
          ))}
          {competitionRules.map(({ offers, rule }) => (
            <div key={rule} className="contents">
              <dt>
                <Competition offers={offers} />
              </dt>
              <dd>{rule}</dd>
            </div>
          ))}
        </dl>
      </PopoverContent>
    </Popover>
  )
}
