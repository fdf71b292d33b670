import {
  deliveryMethods,
  offerFieldLabels,
  paymentStructures,
  type ReceivedOffer,
  supportPeriods,
} from '@semblance/contract'
import { ChevronDown, Telescope } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { LicenseList } from '@/components/blocks/license/license-list.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { cn } from '@/lib/cn.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Shows the shortened description, and all other details on request. */
export function OfferMore({ offer }: { offer: ReceivedOffer }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="border-t px-5 py-4 text-base">
      <p className={cn('whitespace-pre-line [overflow-wrap:anywhere]', !open && 'line-clamp-5')}>
        {offer.description}
      </p>
      {offer.hasPreview && (
        <Link
          to={paths.offerPreview(offer.id)}
          className="mt-2 flex min-h-6 items-center gap-1.5 rounded-xs font-medium text-primary text-sm hover:underline max-md:min-h-10"
        >
          <Telescope className="size-4" aria-hidden />
          Explore synthetic sample rows
        </Link>
      )}
      {open && (
        <dl className="mt-4 grid gap-3">
          <Row term={offerFieldLabels.deliverables}>
            <ul className="list-disc pl-4">
              {offer.deliverables.map((deliverable) => (
                <li key={deliverable}>{deliverable}</li>
              ))}
            </ul>
          </Row>
          {offer.additionalServicesCents > 0n && (
            <Row term={offerFieldLabels.services}>
              <Money cents={Number(offer.additionalServicesCents)} /> of the price
            </Row>
          )}
          <Row term={offerFieldLabels.payment}>{paymentStructures[offer.paymentStructure]}</Row>
          <Row term={offerFieldLabels.delivery}>{deliveryMethods[offer.deliveryMethod]}</Row>
          <Row term={offerFieldLabels.license}>
            <LicenseList terms={offer.license} className="sm:grid-cols-1" />
          </Row>
          <Row term={offerFieldLabels.support}>{supportPeriods[offer.supportPeriod]}</Row>
          {offer.sampleDescription && (
            <Row term={offerFieldLabels.sample}>{offer.sampleDescription}</Row>
          )}
          <Row term="Sent">{date(offer.createdAt)}</Row>
        </dl>
      )}
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="mt-2 inline-flex min-h-6 items-center gap-1 rounded-xs font-medium text-primary text-sm hover:underline max-md:min-h-10"
      >
        {open ? 'Show less' : 'Show all terms'}
        <ChevronDown className={cn('size-4', open && 'rotate-180')} aria-hidden />
      </button>
    </div>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
