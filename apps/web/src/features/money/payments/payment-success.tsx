import { type Checkout, feeLabel, type Payment } from '@semblance/contract'
import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Guilloche } from '@/components/brand/guilloche.tsx'
import { Button } from '@/components/ui/button.tsx'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

type PaymentSuccessProps = { checkout: Checkout; payment: Payment }

export function PaymentSuccess({ checkout, payment }: PaymentSuccessProps) {
  const priceCents = Number(payment.amountCents - payment.feeCents)
  const titleRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => titleRef.current?.focus(), [])
  return (
    <div className="mx-auto max-w-[560px] py-6 md:py-12">
      <section className="card relative overflow-hidden text-center">
        <Guilloche
          className="absolute -top-[36px] left-1/2 size-[256px] -translate-x-1/2 [mask-image:radial-gradient(closest-side,#000_44%,transparent_92%)]"
          opacity={0.75}
        />
        <div className="relative px-6 pt-[68px] pb-8 md:px-10">
          <span
            aria-hidden
            className="mx-auto -mt-1 grid size-14 place-items-center rounded-full border-2 border-brass bg-card text-brass-strong"
          >
            <Lock className="size-6" />
          </span>
          <h1 ref={titleRef} tabIndex={-1} className="display mt-9 text-2xl outline-none">
            Payment Successful
          </h1>
          <p className="mt-2 text-md text-muted-foreground">
            Funds have been placed in escrow. The vendor has been notified to begin work.
          </p>
          <div className="figure mt-6 text-[44px] leading-none">
            <Money cents={priceCents} exact={priceCents % 100 !== 0} />
          </div>
          <p className="mt-1 text-base text-muted-foreground">held for {checkout.title}</p>
        </div>
        <DescriptionList
          className="border-t px-6 text-left md:px-10"
          rows={[
            { term: 'Contract', value: <Id>{checkout.contractId}</Id> },
            { term: 'Vendor', value: checkout.vendorName },
            { term: 'Delivery', value: `within ${plural(checkout.timelineDays, 'day')}` },
            {
              term: feeLabel(checkout.feeBps),
              value: <Money exact cents={Number(payment.feeCents)} />,
            },
            {
              term: 'Total paid',
              value: <Money exact cents={Number(payment.amountCents)} />,
            },
          ]}
        />
        <div className="grid gap-2 border-t bg-sunken p-5 sm:grid-cols-2 md:px-10">
          <Button variant="outline" size="lg" asChild>
            <Link to={paths.clientDashboard}>Back to Dashboard</Link>
          </Button>
          <Button size="lg" asChild>
            <Link to={paths.contracts}>View Contract</Link>
          </Button>
        </div>
      </section>
    </div>
  )
}
