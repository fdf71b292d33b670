import { type MarketLabel, marketLabels } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Tooltip } from '@/components/ui/tooltip.tsx'

type LabelBadgeProps = { label: MarketLabel | null; className?: string }

/** Shows a request's label, and its rule on hover. */
export function LabelBadge({ label, className }: LabelBadgeProps) {
  if (!label) return null
  return (
    <Tooltip label={marketLabels[label].rule}>
      <button
        type="button"
        className={`relative shrink-0 cursor-help rounded-xs after:absolute after:-inset-1 ${className ?? ''}`}
      >
        <StatusBadge domain="market" status={label} />
        <span className="sr-only">: {marketLabels[label].rule}</span>
      </button>
    </Tooltip>
  )
}
