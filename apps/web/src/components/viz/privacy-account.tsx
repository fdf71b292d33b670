import { deltaText, epsilonText } from '@semblance/contract'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { percent } from '@/lib/format.ts'

/** Describes the part of an account that one or more measurements take. */
export type AccountPart = {
  label: ReactNode
  /** The epsilon of these measurements alone, if known. */
  epsilon?: number | undefined
  /** The share of the limit in the unit that adds up (rho), 0 to 1. */
  share: number
}

type PrivacyAccountProps = {
  /** Epsilon of the limit. */
  limit: number
  /** All parts together, per row. */
  together: { epsilon: number; delta: number }
  /** Left out of the drawing where nothing was spent. */
  spentBefore?: AccountPart | null
  thisDelivery?: AccountPart | null
  /** Reserved or agreed on, and not spent. */
  reserved?: AccountPart | null
}

const spent = 'bg-primary'
const planned = 'bg-[repeating-linear-gradient(135deg,var(--primary)_0_2px,var(--card)_2px_4px)]'
const held = 'hatch bg-brass-soft'

/** Draws the disclosed part of a source (petrol), the planned one (striped) and the rest (brass hatch). */
export function PrivacyAccount(account: PrivacyAccountProps) {
  const { limit, together, spentBefore, thisDelivery, reserved } = account
  const parts = [
    ...(spentBefore && spentBefore.share > 0
      ? [{ ...spentBefore, id: 'before', look: spent }]
      : []),
    ...(thisDelivery ? [{ ...thisDelivery, id: 'this', look: spent }] : []),
    ...(reserved ? [{ ...reserved, id: 'reserved', look: planned }] : []),
  ]
  const left = Math.max(0, 1 - parts.reduce((sum, { share }) => sum + share, 0))
  const words = `ε ${epsilonText(together.epsilon)} of ${epsilonText(limit)}`
  return (
    <div>
      <div
        role="img"
        aria-label={`${words}; ${percent(left, 0)} held back`}
        className="flex h-4 w-full overflow-hidden rounded-xs border border-border-strong bg-brass-soft print:[print-color-adjust:exact]"
      >
        {parts.map(({ id, look, share }) => (
          <div
            key={id}
            className={cn('border-card border-r', look)}
            style={{ width: `${Math.min(1, share) * 100}%` }}
          />
        ))}
        <div className="hatch flex-1" />
      </div>
      <dl className="mt-2.5 grid gap-1.5 text-sm">
        {parts.map(({ id, ...part }) => (
          <Row key={id} {...part} />
        ))}
        <Row
          look={cn(held, 'border border-brass-line')}
          label={
            <span className="inline-flex items-center gap-1.5">
              Still held back <Lock className="size-3 text-brass-strong" aria-hidden />
            </span>
          }
          share={left}
        />
      </dl>
      <p className="mt-2 text-muted-foreground text-xs">
        Together {words}
        {together.delta > 0 && `, δ ${deltaText(together.delta)}`}. Shares are of rho, which adds
        up; ε does not.
      </p>
    </div>
  )
}

type RowProps = { look: string; label: ReactNode; epsilon?: number | undefined; share: number }

function Row({ look, label, epsilon, share }: RowProps) {
  return (
    <div className="flex items-baseline gap-2">
      <span aria-hidden className={cn('size-2.5 shrink-0 rounded-[2px]', look)} />
      <dt className="min-w-0">{label}</dt>
      <dd className="num ml-auto whitespace-nowrap">
        {epsilon !== undefined && epsilon > 0 && (
          <span className="mr-2 text-muted-foreground">ε {epsilonText(epsilon)}</span>
        )}
        <span className="inline-block min-w-8 text-right font-medium">{shareText(share)}</span>
      </dd>
    </div>
  )
}

/** Returns whole percents; a share that is more than nothing is never "0%". */
const shareText = (share: number) => (share > 0 && share < 0.005 ? '<1%' : percent(share, 0))
