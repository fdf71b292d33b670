import type { ListingColumn, ListingDetail, ListingSample } from '@semblance/contract'
import { outcomeLabels, outcomeOf } from '@semblance/plots'
import { ColumnTable } from '@/components/blocks/column-table.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatStrip } from '@/components/blocks/stat-strip.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { count, date, percent, plural } from '@/lib/format.ts'
import { ColumnPlots } from './column-plots.tsx'
import { accuracyNote, checksText, epsilonFact, percentText } from './listing-facts.ts'

/** Shows what is known of a listed twin: its figures, distributions, dictionary, first rows, checks and revisions. */
export function ListingView({ listing }: { listing: ListingDetail }) {
  const { figures, description, dictionary, sample } = listing
  return (
    <div className="grid min-w-0 content-start gap-5">
      <StatStrip
        items={[
          {
            label: 'Rows',
            value: count(figures.records),
            note: figures.tables.length > 1 ? 'In the largest table' : 'One table',
          },
          {
            label: 'Columns',
            value: count(figures.columns),
            note: `${plural(figures.tables.length, 'table')}, CSV; other formats on demand`,
          },
          {
            label: 'Accuracy',
            value: percentText(figures.accuracy.percent),
            note: accuracyNote(figures),
          },
          {
            label: 'Privacy per row',
            value: epsilonFact(figures.epsilon),
            note: `δ ${figures.delta.toExponential(0)}, once for all buyers`,
          },
        ]}
      />
      <Panel title="About this twin">
        <p className="max-w-[72ch] whitespace-pre-wrap [overflow-wrap:anywhere]">{description}</p>
      </Panel>
      <ColumnPlots columns={dictionary} />
      <Panel title="Data dictionary" description={plural(dictionary.length, 'column')} flush>
        <DataTable
          caption="Data dictionary"
          columns={dictionaryColumns(figures.tables.length > 1)}
          rows={dictionary}
          rowKey={({ table, name }) => `${table} ${name}`}
        />
      </Panel>
      {sample.map((table) => (
        <SampleRows key={table.name} table={table} />
      ))}
      <Measured listing={listing} />
    </div>
  )
}

const dictionaryColumns = (isOneOfMany: boolean): Column<ListingColumn>[] => [
  ...(isOneOfMany
    ? [
        {
          key: 'table',
          head: 'Table',
          cell: ({ table }: ListingColumn) => <span className="mono text-sm">{table}</span>,
        },
      ]
    : []),
  {
    key: 'column',
    head: 'Column',
    mobile: 'title',
    cell: ({ name }) => <span className="mono text-sm [overflow-wrap:anywhere]">{name}</span>,
  },
  {
    key: 'kind',
    head: 'Type',
    cell: ({ kind }) => <span className="text-muted-foreground">{kind ?? 'not known'}</span>,
  },
  {
    key: 'meaning',
    head: 'Meaning',
    cell: ({ description }) => <span className="[overflow-wrap:anywhere]">{description}</span>,
  },
]

function SampleRows({ table }: { table: ListingSample }) {
  const { rows } = table
  return (
    <Panel
      flush
      title={`First rows of ${table.name}`}
      description={`${plural(rows.length, 'row')} of ${count(table.totalRows)}, all synthetic`}
    >
      <ColumnTable
        caption={`First rows of ${table.name}`}
        columns={table.columns.map(({ name, kind }) => ({
          name,
          isNumeric: kind === 'integer' || kind === 'number',
        }))}
        rows={rows}
      />
    </Panel>
  )
}

function Measured({ listing }: { listing: ListingDetail }) {
  const { fidelity, checks, figures, guarantee, revisions } = listing
  return (
    <>
      <Panel
        title="What was measured"
        description={`When the twin was made, on ${date(figures.deliveredAt)}; of the main table`}
      >
        <DescriptionList
          rows={[
            { term: 'Agreement with the original', value: percent(fidelity.overall, 1) },
            { term: 'A fresh real sample would reach', value: percent(fidelity.ceiling, 1) },
            { term: 'Privacy checks of all tables', value: checksText(figures) },
            ...checks.map((check) => ({
              term: check.label,
              value: outcomeLabels[outcomeOf(check)],
            })),
          ]}
        />
        <p className="mt-3 text-muted-foreground text-sm">{guarantee}</p>
      </Panel>
      <Panel title="Revisions" description="A buyer keeps the revision that was bought">
        <DescriptionList
          rows={revisions.map(({ revision, publishedAt }) => ({
            term: `Revision ${revision}`,
            value: date(publishedAt),
          }))}
        />
      </Panel>
    </>
  )
}
