import { cn } from '@/lib/cn.ts'
import { usdExact } from '@/lib/format.ts'

/** Formats an amount with cents and a sign, as in a statement. */
export function SignedMoney({ cents, className }: { cents: bigint; className?: string }) {
  return (
    <span className={cn('num whitespace-nowrap', className)}>
      {cents > 0n ? '+' : '−'}
      {usdExact(Math.abs(Number(cents)))}
    </span>
  )
}
