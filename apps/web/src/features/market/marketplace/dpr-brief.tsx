import { categories, type DprDetail, dataFormatLabels } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { Competition } from '@/components/blocks/text/competition.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { date, plural } from '@/lib/format.ts'
import { budgetText } from './dpr-labels.ts'
import { DprText } from './dpr-text.tsx'

/** Shows the client's requirements next to the offer form. */
export function DprBrief({ dpr }: { dpr: DprDetail }) {
  return (
    <Panel title="The request">
      <DescriptionList
        className="mb-4 border-y"
        rows={[
          { term: 'Client', value: dpr.clientName },
          { term: 'Budget', value: <span className="num">{budgetText(dpr)}</span> },
          { term: 'Timeline', value: plural(dpr.timelineDays, 'day') },
          { term: 'Category', value: categories[dpr.category] },
          { term: 'Delivery format', value: dataFormatLabels[dpr.deliveryFormat] },
          {
            term: 'Offers so far',
            value: (
              <span className="num inline-flex items-center gap-2">
                {dpr.offersCount}
                <Competition offers={dpr.offersCount} />
              </span>
            ),
          },
          { term: 'Posted', value: date(dpr.createdAt) },
          { term: 'Takes offers until', value: date(dpr.closesAt) },
        ]}
      />
      <DprText dpr={dpr} />
    </Panel>
  )
}
