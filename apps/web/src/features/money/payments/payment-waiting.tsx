import type { Checkout, Payment } from '@semblance/contract'
import { Landmark, LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { date, dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Sets the ms after which the page stops waiting for the bank and links to the contract. */
const PATIENCE_MS = 10_000

type PaymentWaitingProps = { checkout: Checkout; payment: Payment }

/** Shows a payment between its authorization and the bank's answer, to all users of the organization. */
export function PaymentWaiting({ checkout, payment }: PaymentWaitingProps) {
  const isLong = useIsOlderThan(payment.createdAt, PATIENCE_MS)
  const titleRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => titleRef.current?.focus(), [])
  return (
    <div className="mx-auto max-w-[560px] py-6 md:py-12">
      <section className="card text-center">
        <div className="px-6 pt-10 pb-8 md:px-10" role="status">
          <span
            aria-hidden
            className="mx-auto grid size-14 place-items-center rounded-full border-2 border-brass text-brass-strong"
          >
            {isLong ? (
              <Landmark className="size-6" />
            ) : (
              <LoaderCircle className="size-6 animate-spin" />
            )}
          </span>
          <h1 ref={titleRef} tabIndex={-1} className="display mt-6 text-2xl outline-none">
            {isLong ? 'Payment on its way' : 'Authorizing payment'}
          </h1>
          <p className="mx-auto mt-2 max-w-[46ch] text-md text-muted-foreground">
            {isLong ? (
              <>
                Your bank has the payment and takes up to two banking days. You and{' '}
                {checkout.vendorName} are told as soon as the funds are in escrow; work begins then.
              </>
            ) : (
              'Your bank is settling the payment. This takes a moment; you can leave this page.'
            )}
          </p>
          <div className="figure mt-6 text-[44px] leading-none">
            <Money exact cents={Number(payment.amountCents)} />
          </div>
          <p className="mt-1 text-base text-muted-foreground">for {checkout.title}</p>
        </div>
        <DescriptionList
          className="border-t px-6 text-left md:px-10"
          rows={[
            { term: 'Status', value: <StatusBadge domain="money" status="pending" /> },
            { term: 'Contract', value: <Id>{checkout.contractId}</Id> },
            { term: 'From', value: account(payment) },
            { term: 'Authorized', value: dateTime(payment.createdAt) },
            ...(isLong && payment.expectedAt
              ? [{ term: 'Expected in escrow', value: date(payment.expectedAt) }]
              : []),
          ]}
        />
        <div className="grid gap-2 border-t bg-sunken p-5 sm:grid-cols-2 md:px-10">
          <Button variant="outline" size="lg" asChild>
            <Link to={paths.clientDashboard}>Back to Dashboard</Link>
          </Button>
          <Button variant={isLong ? 'primary' : 'outline'} size="lg" asChild>
            <Link to={paths.contracts}>View Contract</Link>
          </Button>
        </div>
      </section>
    </div>
  )
}

const account = ({ bankName, last4, accountHolderName }: Payment) =>
  [bankName || accountHolderName || 'Your bank account', last4 && `····${last4}`]
    .filter(Boolean)
    .join(' ')

function useIsOlderThan(since: Date, ms: number): boolean {
  const [now, setNow] = useState(() => Date.now())
  const due = since.getTime() + ms
  useEffect(() => {
    if (due <= Date.now()) return setNow(Date.now())
    const timer = setTimeout(() => setNow(Date.now()), due - Date.now())
    return () => clearTimeout(timer)
  }, [due])
  return now >= due
}
