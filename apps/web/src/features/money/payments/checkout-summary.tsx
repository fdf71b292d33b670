import type { Checkout } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'
import { plural } from '@/lib/format.ts'

export function CheckoutSummary({ checkout }: { checkout: Checkout }) {
  return (
    <Panel title="Contract summary">
      <div className="flex flex-wrap items-start gap-4">
        <Avatar name={checkout.vendorName} tone="vendor" square size={40} />
        <div className="min-w-0 flex-1 basis-52">
          <div className="font-semibold text-md">{checkout.title}</div>
          <div className="inline-flex items-center gap-1.5 text-base text-muted-foreground">
            {checkout.vendorName} <VerifiedBadge />
          </div>
          <p className="mt-2 max-w-[64ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
            {checkout.description}
          </p>
        </div>
        <div className="sm:text-right">
          <div className="text-muted-foreground text-sm">Delivery</div>
          <div className="num font-semibold">{plural(checkout.timelineDays, 'day')}</div>
        </div>
      </div>
    </Panel>
  )
}
