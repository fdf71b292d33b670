import {
  type ColumnChoice,
  type ColumnKind,
  columnKinds,
  type ReviewedTable,
} from '@semblance/contract'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { Select } from '@/components/ui/select.tsx'
import { count, percent } from '@/lib/format.ts'

type ReviewedColumn = ReviewedTable['columns'][number]

type ReviewedColumnsProps = {
  table: ReviewedTable
  chosen: ReadonlyMap<string, ColumnChoice>
  /** Neither kind nor drop: as it was found. */
  onChoice: (column: string, choice: Pick<ColumnChoice, 'kind' | 'drop'>) => void
}

const kindLabels: Record<ColumnKind, string> = {
  integer: 'Whole number',
  number: 'Number',
  category: 'Category',
  boolean: 'Yes or no',
  date: 'Date',
  timestamp: 'Date and time',
  key: 'Key',
  text: 'Free text',
  pii: 'Personal data',
}

const LEFT_OUT = 'drop'
type Option = ColumnKind | typeof LEFT_OUT

/** Shown at first; a table may have thousands. */
const STEP = 50

/** Lists each column with its inferred kind; another kind can be chosen, or the column dropped. */
export function ReviewedColumns({ table, chosen, onChoice }: ReviewedColumnsProps) {
  const [shown, setShown] = useState(STEP)
  const columns: Column<ReviewedColumn>[] = [
    {
      key: 'name',
      head: 'Column',
      mobile: 'title',
      cell: ({ name }) => <span className="mono [overflow-wrap:anywhere]">{name}</span>,
    },
    {
      key: 'kind',
      head: 'Taken for',
      mobile: 'action',
      className: 'min-w-[190px]',
      cell: ({ name, kind }) => {
        const choice = chosen.get(name)
        return (
          <Select<Option>
            size="sm"
            aria-label={`Kind of ${name}`}
            value={choice?.drop ? LEFT_OUT : (choice?.kind ?? kind)}
            options={[
              ...columnKinds.map((value) => ({ value, label: kindLabels[value] })),
              { value: LEFT_OUT, label: 'Leave out' },
            ]}
            onValueChange={(value) => onChoice(name, choiceOf(value, kind))}
          />
        )
      },
    },
    {
      key: 'personal',
      head: 'Personal data',
      cell: ({ kind, personalData }) => {
        if (personalData) return `${personalData.replaceAll('_', ' ')}, replaced by made-up ones`
        return kind === 'text' ? 'Free text, withheld' : 'None found'
      },
    },
    {
      key: 'missing',
      head: 'Missing values',
      align: 'right',
      cell: ({ missing }) => (missing === 0 ? 'None missing' : `${percent(missing)} missing`),
    },
  ]
  const rest = table.columns.length - shown
  return (
    <>
      <DataTable
        caption={`Columns of ${table.name}`}
        columns={columns}
        rows={table.columns.slice(0, shown)}
        rowKey={({ name }) => name}
      />
      {rest > 0 && (
        <div className="flex justify-center border-t p-3">
          <Button type="button" variant="outline" size="sm" onClick={() => setShown(shown + 200)}>
            Show more of {count(rest)} columns
          </Button>
        </div>
      )}
    </>
  )
}

const choiceOf = (value: Option, found: ColumnKind) => {
  if (value === LEFT_OUT) return { drop: true }
  return value === found ? {} : { kind: value }
}
