import {
  type Category,
  categories,
  type PriceEstimate,
  type PrivacyLevel,
  privacyLevelLabels,
} from '@semblance/contract'
import { useQueries } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { orpc } from '@/lib/api/api.ts'
import { count, usd } from '@/lib/format.ts'
import { tooFew } from './quarter-texts.ts'

type CategoryRow = { category: Category; estimate: PriceEstimate }

/** Compares what requests of each category cost at a privacy level; names the categories without a figure. */
export function CategoryPrices({ privacyLevel }: { privacyLevel: PrivacyLevel }) {
  const keys = Object.keys(categories) as Category[]
  const answers = useQueries({
    queries: keys.map((category) =>
      orpc.estimates.price.queryOptions({ input: { category, privacyLevel } }),
    ),
  })
  const rows = keys.flatMap((category, index) => {
    const estimate = answers[index]?.data
    return isOwn(estimate) ? [{ category, estimate }] : []
  })
  const untold = keys.filter((_, index) => answers[index]?.isSuccess && !isOwn(answers[index].data))
  return (
    <Panel
      title="By category"
      description={`At ${privacyLevelLabels[privacyLevel]}, of contracts whose requests named neither columns nor records, or that no closer group counts`}
      flush
    >
      {rows.length > 0 && (
        <DataTable
          caption="Prices, days and first offers by category"
          columns={columns}
          rows={rows}
          rowKey={({ category }) => category}
        />
      )}
      {untold.length > 0 && (
        <p className="border-t px-4 py-3 text-muted-foreground text-sm md:px-5">
          {tooFew}: {untold.map((category) => categories[category]).join(', ')}.
        </p>
      )}
    </Panel>
  )
}

/** Returns false also for what is counted over other privacy levels or categories. */
const isOwn = (estimate: PriceEstimate | null | undefined): estimate is PriceEstimate =>
  estimate?.basis === 'like' || estimate?.basis === 'level'

const columns: Column<CategoryRow>[] = [
  {
    key: 'category',
    head: 'Category',
    mobile: 'title',
    cell: ({ category }) => <span className="font-medium">{categories[category]}</span>,
  },
  {
    key: 'price',
    head: 'Price',
    mobile: 'labeled',
    cell: ({ estimate: { lowCents, highCents } }) => (
      <span className="num">{`${usd(lowCents)} – ${usd(highCents)}`}</span>
    ),
  },
  {
    key: 'days',
    head: 'Days to deliver',
    mobile: 'labeled',
    cell: ({ estimate: { lowDays, highDays } }) => (
      <span className="num">{`${lowDays} – ${highDays}`}</span>
    ),
  },
  {
    key: 'answer',
    head: 'Days to the first offer',
    mobile: 'labeled',
    cell: ({ estimate: { lowAnswerDays, highAnswerDays } }) =>
      lowAnswerDays === null || highAnswerDays === null ? (
        '–'
      ) : (
        <span className="num">{`${lowAnswerDays} – ${highAnswerDays}`}</span>
      ),
  },
  {
    key: 'contracts',
    head: 'Contracts',
    mobile: 'labeled',
    align: 'right',
    cell: ({ estimate }) => <span className="num">{count(estimate.contracts)}</span>,
  },
]
