import {
  categories,
  competition,
  dataFormatLabels,
  type MarketDpr,
  marketLabels,
} from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { orpc } from '@/lib/api/api.ts'
import { date, plural } from '@/lib/format.ts'
import { budgetText } from './dpr-labels.ts'
import { DprText } from './dpr-text.tsx'
import { OfferAction } from './offer-action.tsx'

type MarketDetailsProps = { dpr: MarketDpr; renderQuestions?: (dprId: string) => ReactNode }

/** Shows a whole request in a dialog, because /dpr-details is the client's page. */
export function MarketDetails({ dpr, renderQuestions }: MarketDetailsProps) {
  const [open, setOpen] = useState(false)
  const query = useQuery({
    ...orpc.dprs.get.queryOptions({ input: { dprId: dpr.id } }),
    enabled: open,
  })
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="lg"
      title={dpr.title}
      description={`${dpr.clientName}, posted ${date(dpr.createdAt)}`}
      trigger={
        <Button variant="ghost" className="border">
          View Details<span className="sr-only"> of {dpr.title}</span>
        </Button>
      }
      footer={
        <>
          <Button variant="outline" onClick={() => setOpen(false)}>
            Close
          </Button>
          <OfferAction dpr={dpr} />
        </>
      }
    >
      <DescriptionList
        className="mb-4 border-y"
        rows={[
          { term: 'Request', value: <span className="mono">{dpr.id}</span> },
          { term: 'Budget', value: budgetText(dpr) },
          { term: 'Timeline', value: plural(dpr.timelineDays, 'day') },
          { term: 'Category', value: categories[dpr.category] },
          { term: 'Delivery format', value: dataFormatLabels[dpr.deliveryFormat] },
          { term: 'Takes offers until', value: date(dpr.closesAt) },
          {
            term: 'Competition',
            value: `${competition(dpr.offersCount)}, ${plural(dpr.offersCount, 'offer')}`,
          },
          ...(dpr.label
            ? [
                {
                  term: 'Label',
                  value: `${statusLabel('market', dpr.label)}: ${marketLabels[dpr.label].rule}`,
                },
              ]
            : []),
        ]}
      />
      <QueryState query={query} errorTitle="The details did not load">
        {(detail) => <DprText dpr={detail} />}
      </QueryState>
      {open && renderQuestions?.(dpr.id)}
    </Dialog>
  )
}
