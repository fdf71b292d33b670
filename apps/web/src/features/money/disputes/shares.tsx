import { type DisputedAmount, splitOf } from '@semblance/contract'
import { Money } from '@/components/blocks/text/money.tsx'
import { cn } from '@/lib/cn.ts'

type SharesProps = {
  stake: DisputedAmount
  toVendorCents: bigint
  className?: string
}

/** Shows each party's share, to the cent, with the fee. */
export function Shares({ stake, toVendorCents, className }: SharesProps) {
  const shares = splitOf(stake, toVendorCents)
  const back = shares.toClientCents + shares.feeReturnedCents
  return (
    <dl className={cn('divide-y rounded-sm border text-base', className)}>
      <Row term="To the vendor" cents={shares.toVendorCents} strong />
      <Row term="Back to the client" cents={shares.toClientCents} />
      <Row term="Platform fee returned" cents={shares.feeReturnedCents} />
      <Row term="Client gets back in all" cents={back} strong />
      <Row term="Platform fee kept" cents={shares.feeKeptCents} />
    </dl>
  )
}

function Row({ term, cents, strong }: { term: string; cents: bigint; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 px-3 py-2">
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd className={cn(strong && 'font-semibold')}>
        <Money exact cents={Number(cents)} />
      </dd>
    </div>
  )
}

type SplitBarProps = { toVendorCents: number; ofCents: number; className?: string }

/** Draws the vendor's part of what is frozen; the amounts stand next to it in words. */
export function SplitBar({ toVendorCents, ofCents, className }: SplitBarProps) {
  const share = ofCents > 0 ? Math.min(1, Math.max(0, toVendorCents / ofCents)) : 0
  return (
    <div
      aria-hidden
      className={cn(
        'h-4 overflow-hidden rounded-xs border border-border-strong bg-card print:[print-color-adjust:exact]',
        className,
      )}
    >
      <div className="h-full bg-st-success-dot" style={{ width: `${share * 100}%` }} />
    </div>
  )
}

/** Returns true if an amount is within the stake. */
export const isShare = (stake: DisputedAmount, cents: bigint | null): cents is bigint =>
  cents !== null && cents >= 0n && cents <= stake.stakeCents
