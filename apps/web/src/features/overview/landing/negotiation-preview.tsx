import { BadgeCheck, Check, CircleCheck } from 'lucide-react'
import { DashedRing } from '@/components/blocks/states/status-icons.tsx'
import { type Variant, VariantBadge } from '@/components/blocks/states/variant-badge.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'

const changes = [
  ['Total Price', '$19,200', '$18,500'],
  ['Delivery Timeline', '16 days', '14 days'],
] as const

// Drawn like the application's statuses, whose labels would bring the whole contract with them.
const verified: Variant = { label: 'Verified', tone: 'synth', icon: BadgeCheck }
const pending: Variant = { label: 'Pending', tone: 'neutral', icon: DashedRing }
const agreed: Variant = { label: 'Agreed', tone: 'success', icon: Check }

const terms = [
  ['Total Price', '$18,500', pending],
  ['Delivery Timeline', '14 days', pending],
  ['Data Format', 'CSV, JSON', agreed],
  ['Sample Records', '1,000', agreed],
] as const

/** Shows a picture of the messages dialog, with fictitious figures. */
export function NegotiationPreview() {
  return (
    <figure
      aria-label="Illustration of a contract negotiation"
      className="overflow-hidden rounded-lg border border-border-strong bg-card text-base shadow-float"
    >
      <div className="flex h-14 items-center gap-3 border-b px-4">
        <Avatar name="Meridian Synthetics" tone="vendor" square size={32} online />
        <div className="min-w-0">
          <div className="font-semibold leading-tight">Meridian Synthetics</div>
          <div className="truncate text-muted-foreground text-xs">
            Retail Customer Purchase Histories
          </div>
        </div>
        <VariantBadge variant={verified} className="ml-auto" />
      </div>
      <div className="grid sm:grid-cols-[minmax(0,1fr)_208px]">
        <div className="grid content-start gap-3 bg-sunken p-4">
          <Bubble>
            We can keep the refund patterns, but seasonality needs one extra training pass.
          </Bubble>
          <div className="w-[94%] justify-self-end overflow-hidden rounded-md border border-border-strong bg-card">
            <div className="flex items-center justify-between gap-2 border-b bg-primary-soft/60 px-3 py-2">
              <span className="font-semibold text-sm">You proposed 2 changes</span>
              <VariantBadge variant={pending} bare />
            </div>
            <dl className="num divide-y">
              {changes.map(([term, from, to]) => (
                <div key={term} className="flex justify-between gap-2 px-3 py-2">
                  <dt className="text-muted-foreground">{term}</dt>
                  <dd className="whitespace-nowrap">
                    <s className="text-muted-foreground">{from}</s>
                    <span className="ml-2 font-semibold">{to}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
          <Bubble>Both work for us. Approving now.</Bubble>
          <p className="flex items-start gap-2 font-medium text-sm text-st-success-fg">
            <CircleCheck className="mt-px size-4 shrink-0" aria-hidden />
            Compliance check: 7 terms compared with the request, all meet it
          </p>
        </div>
        <div className="border-l px-4 py-3 max-sm:border-t max-sm:border-l-0">
          <p className="pb-1 font-semibold text-sm">Current Terms</p>
          <dl className="num max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4">
            {terms.map(([term, value, status]) => (
              <div key={term} className="border-t py-2">
                <dt className="text-muted-foreground text-xs">{term}</dt>
                <dd className="flex items-center justify-between gap-2 font-semibold">
                  {value}
                  <VariantBadge variant={status} bare />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </figure>
  )
}

function Bubble({ children }: { children: string }) {
  return <p className="max-w-[88%] rounded-md rounded-bl-xs border bg-card px-3 py-2">{children}</p>
}
