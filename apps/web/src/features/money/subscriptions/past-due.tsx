import type { BillingOverview } from '@semblance/contract'
import { CircleAlert } from 'lucide-react'
import { usdExact } from '@/lib/format.ts'

/** Shows the amount past due at the top of the page. */
export function PastDue({ billing }: { billing: BillingOverview }) {
  const { pastDueCents, method } = billing
  if (pastDueCents === 0n) return null
  return (
    <section
      aria-label="Past due"
      className="flex gap-3.5 rounded-lg border border-destructive/40 bg-st-danger-bg px-4 py-4 md:px-5"
    >
      <CircleAlert className="mt-0.5 size-[18px] shrink-0 text-destructive" aria-hidden />
      <div className="min-w-0">
        <h2 className="font-semibold text-st-danger-fg">
          {usdExact(Number(pastDueCents))} is past due
        </h2>
        <p className="mt-0.5 max-w-[80ch] text-base">
          Your bank did not make a payment for the plan; the payment history says why.{' '}
          {method
            ? 'Change the payment method or try again.'
            : 'Add a payment method, and it is charged at once.'}{' '}
          Nothing is locked meanwhile.
        </p>
      </div>
    </section>
  )
}
