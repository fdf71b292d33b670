import { categories, type DprDetail, deliveryFormats } from '@semblance/contract'
import { DefList } from '@/components/blocks/def-list.tsx'
import { FactStrip } from '@/components/blocks/fact-strip.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { date, plural, usdRange } from '@/lib/format.ts'

/** What was asked for: facts, overview, specifications, technical requirements. */
export function DprOverview({ dpr }: { dpr: DprDetail }) {
  return (
    <div className="grid min-w-0 gap-5">
      <section className="card overflow-hidden" aria-label="Facts">
        <FactStrip
          facts={[
            {
              label: 'Budget',
              value: usdRange(Number(dpr.budgetMinCents), Number(dpr.budgetMaxCents)),
            },
            { label: 'Timeline', value: plural(dpr.timelineDays, 'day') },
            { label: 'Offers', value: dpr.offersCount },
            { label: 'Created', value: date(dpr.createdAt) },
          ]}
        />
      </section>
      <Panel title="Overview">
        <Prose text={dpr.description} />
      </Panel>
      <Panel title="Specifications">
        <DefList
          className="-mb-2.5"
          rows={[
            { term: 'Category', value: categories[dpr.category] },
            { term: 'Delivery format', value: formatLabel(dpr.deliveryFormat) },
            { term: 'Delivery', value: `${plural(dpr.timelineDays, 'day')} after payment` },
            { term: 'Client', value: dpr.clientName },
          ]}
        />
      </Panel>
      <Panel title="Technical requirements">
        <h3 className="font-medium text-muted-foreground text-sm">Use case</h3>
        <Prose text={dpr.useCase} />
        <h3 className="mt-4 font-medium text-muted-foreground text-sm">Compliance requirements</h3>
        <Prose text={dpr.complianceRequirements} />
        {dpr.notes && (
          <>
            <h3 className="mt-4 font-medium text-muted-foreground text-sm">Notes</h3>
            <Prose text={dpr.notes} />
          </>
        )}
      </Panel>
      {dpr.contacts && (
        <Panel title="Contacts" description="Seen by your organization only.">
          <Prose text={dpr.contacts} />
        </Panel>
      )}
    </div>
  )
}

function Prose({ text }: { text: string }) {
  return (
    <p className="max-w-[72ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">{text}</p>
  )
}

const isDeliveryFormat = (text: string): text is keyof typeof deliveryFormats =>
  text in deliveryFormats

const formatLabel = (text: string) => (isDeliveryFormat(text) ? deliveryFormats[text] : text)
