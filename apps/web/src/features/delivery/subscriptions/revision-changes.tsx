import type {
  ColumnChange,
  ColumnState,
  RevisionChanges,
  SubscriptionDetail,
} from '@semblance/contract'
import { epsilonText } from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { Select } from '@/components/ui/select.tsx'
import { orpc } from '@/lib/api/api.ts'
import { count, date, percent } from '@/lib/format.ts'
import { revisionsQuery } from './subscription-queries.ts'

const labelOf = (number: number) => (number === 0 ? 'The listed twin' : `Revision ${number}`)

/** Compares two revisions that were delivered, by the reader's choice; nothing before the first one. */
export function RevisionChangesPanel({
  subscription: { id },
}: {
  subscription: SubscriptionDetail
}) {
  const { data } = useInfiniteQuery(revisionsQuery(id))
  const delivered = (data?.pages ?? []).flatMap(({ items }) =>
    items.filter(({ isComparable }) => isComparable).map(({ number }) => number),
  )
  const [chosen, setChosen] = useState<{ from?: number; to?: number }>({})
  const to = chosen.to ?? delivered[0]
  const numbers = [...delivered, 0]
  const from = chosen.from ?? numbers.find((number) => to !== undefined && number < to)
  if (to === undefined || from === undefined) return null
  return (
    <Panel
      title="Changes between revisions"
      description="In figures of the twins, which were released to you. Part of each difference is noise."
      flush
    >
      <div className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-5">
        <Select
          aria-label="Earlier revision"
          prefix="From"
          className="w-auto"
          value={String(from)}
          options={numbers.map((number) => ({ value: String(number), label: labelOf(number) }))}
          onValueChange={(value) => setChosen({ ...chosen, from: Number(value) })}
        />
        <Select
          aria-label="Later revision"
          prefix="To"
          className="w-auto"
          value={String(to)}
          options={delivered.map((number) => ({ value: String(number), label: labelOf(number) }))}
          onValueChange={(value) => setChosen({ ...chosen, to: Number(value) })}
        />
      </div>
      <Changes id={id} from={from} to={to} />
    </Panel>
  )
}

function Changes({ id, from, to }: { id: string; from: number; to: number }) {
  const query = useQuery(
    orpc.subscriptions.compare.queryOptions({ input: { subscriptionId: id, from, to } }),
  )
  return (
    <QueryState query={query} errorTitle="The changes did not load">
      {(changes) => (
        <>
          <DataTable
            caption="Figures of the revisions"
            columns={figureColumns(changes)}
            rows={figuresOf(changes)}
            rowKey={({ term }) => term}
          />
          <DataTable
            caption="Changes of columns"
            columns={changeColumns(changes)}
            rows={changes.columns}
            rowKey={({ table, name, presence }) => JSON.stringify([table, name, presence])}
          />
          <p className="border-t px-4 py-3 text-muted-foreground text-sm md:px-5">
            Shift is the share of rows that would have to take another value, from 0% for the same
            distribution. Each twin is drawn from figures with noise, so that two twins of the very
            same data differ, too: a small shift alone shows no change. Nothing here reads an
            original.
          </p>
        </>
      )}
    </QueryState>
  )
}

type Figure = { term: string; from: string; to: string }

const figureColumns = ({ from, to }: RevisionChanges): Column<Figure>[] => [
  { key: 'term', head: 'Figure', mobile: 'title', cell: ({ term }) => term },
  { key: 'from', head: labelOf(from.number), align: 'right', cell: (row) => row.from },
  { key: 'to', head: labelOf(to.number), align: 'right', cell: (row) => row.to },
]

function figuresOf({ from, to }: RevisionChanges): Figure[] {
  const row = (term: string, text: (state: RevisionChanges['from']) => string): Figure => ({
    term,
    from: text(from),
    to: text(to),
  })
  return [
    row('Made', ({ deliveredAt }) => date(deliveredAt)),
    row('Rows', ({ records }) => count(records)),
    row('Columns', ({ columns }) => count(columns)),
    row('Accuracy', ({ accuracyPercent }) => `${accuracyPercent}%`),
    row('ε of the twin', ({ epsilon }) => epsilonText(epsilon)),
  ]
}

const presenceTexts = { both: null, added: 'Added', removed: 'Removed' } as const

const changeColumns = ({ from, to }: RevisionChanges): Column<ColumnChange>[] => [
  {
    key: 'column',
    head: 'Column',
    mobile: 'title',
    cell: ({ name }) => <span className="mono text-sm [overflow-wrap:anywhere]">{name}</span>,
  },
  {
    key: 'shift',
    head: 'Shift',
    align: 'right',
    cell: ({ presence, shift }) =>
      presenceTexts[presence] ?? (shift === null ? 'Not comparable' : percent(shift, 1)),
  },
  { key: 'from', head: labelOf(from.number), cell: ({ before }) => <State state={before} /> },
  { key: 'to', head: labelOf(to.number), cell: ({ after }) => <State state={after} /> },
]

function State({ state }: { state: ColumnState | null }) {
  if (!state) return <span className="text-muted-foreground">—</span>
  if (state.type === 'shares')
    return (
      <span className="[overflow-wrap:anywhere]">
        {state.values.map(({ label, share }) => `${label} ${percent(share, 1)}`).join(', ')}
      </span>
    )
  const text = (value: number) =>
    state.format === 'date'
      ? date(new Date(value))
      : count(state.format === 'integer' ? Math.round(value) : Number(value.toPrecision(4)))
  return (
    <span>
      {text(state.median)}
      <span className="block text-muted-foreground text-sm">
        half of the rows: {text(state.low)} to {text(state.high)}
      </span>
    </span>
  )
}
