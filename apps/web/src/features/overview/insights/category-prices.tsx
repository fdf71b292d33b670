import {
  type Category,
  categories,
  type PriceEstimate,
  type PrivacyLevel,
  privacyLevelLabels,
} from '@semblance/contract'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { orpc } from '@/lib/api/api.ts'
import { count, usd } from '@/lib/format.ts'

/** `estimate` is null where too few organizations are behind one; undefined until it is known. */
type CategoryRow = { category: Category; estimate: PriceEstimate | null | undefined }

/** Compares what requests of each category cost at a privacy level. */
export function CategoryPrices({ privacyLevel }: { privacyLevel: PrivacyLevel }) {
  const keys = Object.keys(categories) as Category[]
  const answers = useQueries({
    queries: keys.map((category) =>
      orpc.estimates.price.queryOptions({ input: { category, privacyLevel } }),
    ),
  })
  const rows = keys.map((category, index) => ({
    category,
    estimate: ownOf(answers[index]?.data),
  }))
  return (
    <Panel
      title="By category"
      description={`At ${privacyLevelLabels[privacyLevel]}, of contracts that no closer group counts`}
      flush
    >
      <DataTable
        caption="Prices, days and first offers by category"
        columns={columns}
        rows={rows}
        rowKey={({ category }) => category}
      />
    </Panel>
  )
}

/** Leaves out what is counted over other privacy levels or categories. */
const ownOf = (estimate: PriceEstimate | null | undefined) =>
  estimate && estimate.basis !== 'level' ? null : estimate

const textOf = ({ estimate }: CategoryRow, text: (estimate: PriceEstimate) => string): ReactNode =>
  estimate ? (
    <span className="num">{text(estimate)}</span>
  ) : (
    <span className="text-muted-foreground">
      {estimate === null ? 'Not enough organizations' : '–'}
    </span>
  )

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
    cell: (row) => textOf(row, ({ lowCents, highCents }) => `${usd(lowCents)} – ${usd(highCents)}`),
  },
  {
    key: 'days',
    head: 'Days to deliver',
    mobile: 'labeled',
    cell: (row) => textOf(row, ({ lowDays, highDays }) => `${lowDays} – ${highDays}`),
  },
  {
    key: 'answer',
    head: 'Days to the first offer',
    mobile: 'labeled',
    cell: (row) =>
      textOf(row, ({ lowAnswerDays, highAnswerDays }) =>
        lowAnswerDays === null || highAnswerDays === null
          ? '–'
          : `${lowAnswerDays} – ${highAnswerDays}`,
      ),
  },
  {
    key: 'contracts',
    head: 'Contracts',
    mobile: 'labeled',
    align: 'right',
    cell: (row) => textOf(row, ({ contracts }) => count(contracts)),
  },
]
