import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Rating } from '@/components/blocks/text/rating.tsx'
import { plural } from '@/lib/format.ts'
import type { DprViewModel } from './dpr-view-model.ts'

/** Shows the client's preferred vendors; other vendors are not excluded. */
export function VendorCriteria({ dpr }: { dpr: DprViewModel }) {
  const { vendorMinRating: rating, vendorMinCompleted: completed } = dpr
  const rows = [
    ...(rating === null
      ? []
      : [
          {
            term: 'Rating',
            value: (
              <span className="inline-flex items-center gap-1">
                <Rating value={rating} /> or more
              </span>
            ),
          },
        ]),
    ...(completed === null
      ? []
      : [
          {
            term: 'Completed contracts',
            value: <span className="num">{plural(completed, 'contract')} or more</span>,
          },
        ]),
  ]
  return (
    <Panel title="Preferred vendor criteria">
      {rows.length === 0 && !dpr.vendorPreferences && (
        <p className="text-base">Any verified vendor.</p>
      )}
      {rows.length > 0 && <DescriptionList className="-mt-2.5 last:-mb-2.5" rows={rows} />}
      {dpr.vendorPreferences && (
        <div className="border-t pt-3 first:border-t-0 first:pt-0">
          <p className="max-w-[72ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
            {dpr.vendorPreferences}
          </p>
        </div>
      )}
    </Panel>
  )
}
