import type { Payment } from '@semblance/contract'
import { CircleAlert } from 'lucide-react'
import { date } from '@/lib/format.ts'

/** Explains above the payment form why the bank refused or returned a payment, and what to do. */
export function BankRefusal({ payment }: { payment: Payment }) {
  if (!payment.failure) return null
  const isReturn = payment.state === 'returned'
  return (
    <section
      aria-label="What your bank said"
      className="flex gap-3.5 rounded-lg border border-destructive/40 bg-st-danger-bg px-4 py-4 md:px-5"
    >
      <CircleAlert className="mt-0.5 size-[18px] shrink-0 text-destructive" aria-hidden />
      <div className="min-w-0">
        <h2 className="font-semibold text-st-danger-fg">
          {isReturn
            ? 'Your bank has taken the payment back'
            : `Your bank refused the payment of ${date(payment.createdAt)}`}
        </h2>
        <p className="mt-0.5 max-w-[80ch] text-base">{payment.failure}</p>
        <p className="mt-1 text-muted-foreground text-sm">
          {isReturn
            ? 'The contract waits until it is paid again.'
            : 'Nothing was charged. Enter the account again, or another one.'}
        </p>
      </div>
    </section>
  )
}
