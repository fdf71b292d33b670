import { categories, type DprDetail } from '@semblance/contract'
import { Competition } from '@/components/blocks/competition.tsx'
import { DefList } from '@/components/blocks/def-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { date, plural } from '@/lib/format.ts'
import { budgetText, formatLabel } from './dpr-labels.ts'
import { DprText } from './dpr-text.tsx'

/** What the client asks for, beside the offer form. */
export function DprBrief({ dpr }: { dpr: DprDetail }) {
  return (
    <Panel title="The request">
      <DefList
        className="mb-4 border-y"
        rows={[
          { term: 'Client', value: dpr.clientName },
          { term: 'Budget', value: <span className="num">{budgetText(dpr)}</span> },
          { term: 'Timeline', value: plural(dpr.timelineDays, 'day') },
          { term: 'Category', value: categories[dpr.category] },
          { term: 'Delivery format', value: formatLabel(dpr.deliveryFormat) },
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
