import {
  complianceFlags,
  deliveryMethods,
  formatTerm,
  offerFieldLabels,
  paymentStructures,
  type ReceivedOffer,
  supportPeriods,
  type TermId,
  termIds,
  termLabels,
} from '@semblance/contract'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { ScoreMark } from '@/components/blocks/score/score-mark.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { cn } from '@/lib/cn.ts'
import { count, usd } from '@/lib/format.ts'
import { ComparedOffers, useCompared } from './compared-offers.tsx'
import { OfferActions } from './offer-actions.tsx'
import { distinctionLabels } from './received-offers.ts'
import { VendorName } from './vendor-name.tsx'

type Row = {
  label: string
  text: (offer: ReceivedOffer) => string
  /** The term behind the row, which may miss the request. */
  term?: TermId
  /** The distinction of the best offer in this row. */
  best?: ReceivedOffer['distinctions'][number]
}

const best = {
  price: 'lowest_price',
  timeline: 'fastest_delivery',
} as const satisfies Partial<Record<TermId, Row['best']>>

const rows: readonly Row[] = [
  ...termIds.map((term) => ({
    label: termLabels[term],
    text: (offer: ReceivedOffer) => formatTerm(term, offer),
    term,
    best: best[term as keyof typeof best],
  })),
  {
    label: offerFieldLabels.services,
    text: ({ additionalServicesCents }) =>
      additionalServicesCents > 0n ? usd(Number(additionalServicesCents)) : 'None',
  },
  { label: offerFieldLabels.payment, text: (offer) => paymentStructures[offer.paymentStructure] },
  { label: offerFieldLabels.delivery, text: (offer) => deliveryMethods[offer.deliveryMethod] },
  { label: offerFieldLabels.support, text: (offer) => supportPeriods[offer.supportPeriod] },
  { label: offerFieldLabels.deliverables, text: ({ deliverables }) => deliverables.join(', ') },
  { label: offerFieldLabels.sample, text: (offer) => offer.sampleDescription ?? 'None described' },
  {
    label: 'Rating',
    text: ({ vendor }) =>
      vendor.rating === null ? 'Not rated' : `${vendor.rating.toFixed(1)} of 5`,
    best: 'best_rated',
  },
  { label: 'Completed deals', text: ({ vendor }) => count(vendor.completedContracts) },
]

// Narrower, the columns' buttons would not fit; the table then scrolls.
const LABEL_REM = 8
const COLUMN_REM = 12

/** Compares the chosen offers: a row per term, marked if they differ or miss the request. */
export function OfferComparison({ offers }: { offers: readonly ReceivedOffer[] }) {
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const { chosen, toggle } = useCompared(offers)
  const vendors = offers.map(({ vendor }) => vendor.id)
  const shown = rows
    .map((row) => ({ ...row, differs: new Set(chosen.map(row.text)).size > 1 }))
    .filter(({ differs }) => differs || !onlyDifferences)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ComparedOffers offers={offers} chosen={chosen} onToggle={toggle} />
        <CheckboxField
          label="Only what differs"
          checked={onlyDifferences}
          onCheckedChange={(checked) => setOnlyDifferences(checked === true)}
        />
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
        tabIndex={0}
        aria-label="Offers side by side"
        className="card relative overflow-x-auto"
      >
        <table
          className="w-full table-fixed border-collapse text-left text-base"
          style={{ minWidth: `${LABEL_REM + chosen.length * COLUMN_REM}rem` }}
        >
          <caption className="sr-only">
            Terms of {chosen.length} offers; rows in which they differ are marked.
          </caption>
          <thead>
            <tr>
              <td className="sticky left-0 z-10 w-32 bg-card px-4 py-3.5 md:w-44" />
              {chosen.map(({ id, vendor }) => (
                <th key={id} scope="col" className="px-4 py-3.5 align-bottom font-semibold">
                  <VendorName vendor={vendor} />
                  <span className="mt-0.5 block font-normal text-muted-foreground">
                    <ScoreMark vendorId={vendor.id} among={vendors} />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <ComparedRow key={row.label} row={row} offers={chosen} />
            ))}
            <tr>
              <td className="sticky left-0 z-10 border-t bg-card" />
              {chosen.map((offer) => (
                <td key={offer.id} className="border-t px-4 py-4 align-top">
                  <div className="grid gap-2">
                    <OfferActions offer={offer} isNarrow />
                  </div>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </div>
  )
}

type ComparedRowProps = { row: Row & { differs: boolean }; offers: readonly ReceivedOffer[] }

function ComparedRow({ row, offers }: ComparedRowProps) {
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-10 border-t bg-card px-4 py-3 align-top font-normal text-muted-foreground"
      >
        {row.label}
        {row.differs && <span className="block text-primary text-xs">Differs</span>}
      </th>
      {offers.map((offer) => {
        const flag = row.term && complianceFlags(offer, offer.asked)[row.term]
        const isBest = row.best && offer.distinctions.includes(row.best)
        return (
          <td key={offer.id} className="border-t px-4 py-3 align-top [overflow-wrap:anywhere]">
            <span
              className={cn(
                'num whitespace-pre-line',
                row.differs ? 'font-medium' : 'text-muted-foreground',
                flag && 'text-st-warn-fg',
              )}
            >
              {row.text(offer)}
            </span>
            {isBest && row.best && (
              <span className="flex items-center gap-1 text-primary text-sm">
                <CircleCheck className="size-3.5" aria-hidden />
                {distinctionLabels[row.best]}
              </span>
            )}
            {flag && <span className="block text-sm text-st-warn-fg">{flag}</span>}
          </td>
        )
      })}
    </tr>
  )
}
