import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { usd } from '@/lib/format.ts'

export type EscrowMeterProps = {
  totalCents: number
  releasedCents: number
  heldCents: number
  /** Sums payments at the bank, not yet settled. */
  pendingCents?: number
  /** Sums refunds to the client. */
  refundedCents?: number
  size?: 'sm' | 'md'
  legend?: boolean
  className?: string
}

/**
 * Draws money by state: released (solid), held in escrow (brass hatch), refunded (gray), not yet in
 * escrow (outline).
 */
export function EscrowMeter({
  totalCents,
  releasedCents,
  heldCents,
  pendingCents = 0,
  refundedCents = 0,
  size = 'md',
  legend = true,
  className,
}: EscrowMeterProps) {
  const openCents = totalCents - releasedCents - heldCents - pendingCents - refundedCents
  const share = (cents: number) => ({ width: `${(cents / (totalCents || 1)) * 100}%` })
  return (
    <div className={className}>
      <div
        role="img"
        aria-label={`${usd(releasedCents)} released, ${usd(heldCents)} held in escrow${refundedCents > 0 ? `, ${usd(refundedCents)} refunded` : ''}, of ${usd(totalCents)}`}
        className={cn(
          'flex w-full overflow-hidden rounded-xs border border-border-strong bg-card',
          size === 'sm' ? 'h-2.5' : 'h-4',
        )}
      >
        {releasedCents > 0 && (
          <div className="border-card border-r bg-st-success-dot" style={share(releasedCents)} />
        )}
        {heldCents > 0 && <div className="hatch bg-brass-soft" style={share(heldCents)} />}
        {refundedCents > 0 && (
          <div className="border-card border-l bg-st-neutral-dot" style={share(refundedCents)} />
        )}
      </div>
      {legend && (
        <dl className="mt-2.5 grid gap-1.5 text-sm">
          <LegendRow
            swatch="bg-st-success-dot"
            term="Released to vendor"
            amountCents={releasedCents}
          />
          <LegendRow
            swatch="hatch border border-brass-line bg-brass-soft"
            term={
              <>
                Held in escrow <Lock className="size-3 text-brass-strong" aria-hidden />
              </>
            }
            amountCents={heldCents}
          />
          {refundedCents > 0 && (
            <LegendRow
              swatch="bg-st-neutral-dot"
              term="Refunded to client"
              amountCents={refundedCents}
            />
          )}
          {pendingCents > 0 && (
            <LegendRow
              swatch="border border-border-strong"
              term="With the bank"
              amountCents={pendingCents}
            />
          )}
          {openCents > 0 && (
            <LegendRow
              swatch="border border-border-strong"
              term="Not yet funded"
              amountCents={openCents}
            />
          )}
        </dl>
      )}
    </div>
  )
}

type LegendRowProps = { swatch: string; term: ReactNode; amountCents: number }

function LegendRow({ swatch, term, amountCents }: LegendRowProps) {
  return (
    <div className="flex items-center justify-between gap-2">
      <dt className="inline-flex items-center gap-1.5">
        <span aria-hidden className={cn('mr-0.5 size-3 rounded-[2px]', swatch)} />
        {term}
      </dt>
      <dd className="num font-medium">{usd(amountCents)}</dd>
    </div>
  )
}
