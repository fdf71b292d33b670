import { cn } from '@/lib/cn.ts'
import { usd, usdExact } from '@/lib/format.ts'

type MoneyProps = {
  cents: number
  /** Shows cents, where a total must add up. */
  exact?: boolean
  className?: string
}

export function Money({ cents, exact, className }: MoneyProps) {
  return (
    <span className={cn('num whitespace-nowrap', className)}>
      {exact ? usdExact(cents) : usd(cents)}
    </span>
  )
}
