import {
  deliveryMethods,
  formatTerm,
  offerFieldLabels,
  paymentStructures,
  type SentOfferDetail,
  supportPeriods,
  termIds,
  termLabels,
} from '@semblance/contract'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AnsweringSection } from '@/components/blocks/answering/answering-section.tsx'
import { LicenseList } from '@/components/blocks/license/license-list.tsx'
import { ChangeList } from '@/components/blocks/lists/change-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { dateTime, plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { AgainstRequest } from './against-request.tsx'
import { ClientLink } from './client-link.tsx'
import { OfferState } from './offer-state.tsx'
import { PriceOnBudget } from './price-on-budget.tsx'

/** An offer of the vendor's, whole: what was promised left, what it costs and under which terms right. */
type OfferDetailProps = {
  offer: SentOfferDetail
  /** State of the sample file. */
  preview: ReactNode
}

export function OfferDetail({ offer, preview }: OfferDetailProps) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
      <div className="grid min-w-0 gap-5">
        <OfferState offer={offer} />
        <Panel title="Description">
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{offer.description}</p>
        </Panel>
        <Panel title="Deliverables">
          <ul className="grid gap-2">
            {offer.deliverables.map((deliverable) => (
              <li key={deliverable} className="flex gap-2.5 [overflow-wrap:anywhere]">
                <Check className="mt-0.5 size-4 shrink-0 text-primary" aria-hidden />
                <span className="min-w-0">{deliverable}</span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="License">
          <LicenseList terms={offer.license} />
        </Panel>
        <Panel title="Sample data">
          {offer.sampleDescription ? (
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">
              {offer.sampleDescription}
            </p>
          ) : (
            <p className="text-muted-foreground">No sample is described.</p>
          )}
          {offer.sampleRecords !== null && (
            <p className="num mt-2 text-muted-foreground text-sm">
              {plural(offer.sampleRecords, 'record')} before the delivery
            </p>
          )}
        </Panel>
        {preview}
        <History offer={offer} />
      </div>
      <div className="grid min-w-0 gap-5">
        <Pricing offer={offer} />
        <OfferTerms offer={offer} />
        {offer.status === 'pending' && (
          <AnsweringSection
            dprId={offer.dprId}
            side="vendor"
            heading="h2"
            className="card p-4 md:p-5"
          />
        )}
        <Panel title="Request">
          <DescriptionList
            rows={[
              { term: 'Client', value: <ClientLink offer={offer} /> },
              {
                term: 'Data type',
                value: (
                  <Link className="text-primary hover:underline" to={paths.dpr(offer.dprId)}>
                    {offer.dprTitle}
                  </Link>
                ),
              },
            ]}
          />
        </Panel>
      </div>
    </div>
  )
}

function Pricing({ offer }: { offer: SentOfferDetail }) {
  const { priceCents, additionalServicesCents, asked } = offer
  return (
    <Panel title="Pricing">
      <DescriptionList
        rows={[
          {
            term: 'Base price',
            value: <Money cents={Number(priceCents - additionalServicesCents)} />,
          },
          {
            term: offerFieldLabels.services,
            value: <Money cents={Number(additionalServicesCents)} />,
          },
          {
            term: termLabels.price,
            value: <Money cents={Number(priceCents)} className="font-semibold text-lg" />,
          },
        ]}
      />
      <div className="mt-3">
        <PriceOnBudget
          budgetMinCents={asked.budgetMinCents}
          budgetMaxCents={asked.budgetMaxCents}
          priceCents={priceCents}
        />
      </div>
    </Panel>
  )
}

function OfferTerms({ offer }: { offer: SentOfferDetail }) {
  return (
    <Panel title="Terms">
      <DescriptionList
        className="mb-4"
        rows={[
          { term: offerFieldLabels.payment, value: paymentStructures[offer.paymentStructure] },
          ...termIds
            .filter((term) => term !== 'price' && term !== 'license')
            .map((term) => ({ term: termLabels[term], value: formatTerm(term, offer) })),
          { term: offerFieldLabels.delivery, value: deliveryMethods[offer.deliveryMethod] },
          { term: offerFieldLabels.support, value: supportPeriods[offer.supportPeriod] },
        ]}
      />
      {offer.status === 'pending' && <AgainstRequest terms={offer} asked={offer.asked} />}
    </Panel>
  )
}

function History({ offer }: { offer: SentOfferDetail }) {
  if (offer.revisions.length === 0) return null
  return (
    <Panel title="Revision history" flush>
      <ol className="divide-y border-t">
        {offer.revisions.map((revision) => (
          <li key={revision.revision} className="px-4 py-4 md:px-5">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">
                Revision {revision.revision} by {revision.isOwn ? 'you' : revision.byName}
              </span>
              <TimeText
                at={revision.createdAt}
                show={dateTime}
                className="text-muted-foreground text-sm"
              />
            </p>
            <ChangeList className="mt-2" changes={revision.changes} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
