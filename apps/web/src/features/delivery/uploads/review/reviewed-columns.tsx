import type { ColumnChoice, ColumnProfile } from '@semblance/contract'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { cn } from '@/lib/cn.ts'
import { count, percent } from '@/lib/format.ts'
import { Breaks } from './breaks.tsx'
import { ColumnPlot } from './column-plot.tsx'
import { noteOf, type ReviewedColumn, rangeOf } from './column-words.ts'
import { type ColumnDecision, KindSelect } from './kind-select.tsx'

type ReviewedColumnsProps = {
  /** The table's name. */
  table: string
  columns: readonly ReviewedColumn[]
  profiles: ReadonlyMap<string, ColumnProfile>
  /** Rows that the profiles were counted in. */
  rows: number
  chosen: ReadonlyMap<string, ColumnChoice>
  onChoice: (column: string, choice: ColumnDecision) => void
  /** Sentences about what a choice breaks in the data contract, by column. */
  breaks: ReadonlyMap<string, readonly string[]>
}

/** Shown at first; a table may have two hundred. */
const STEP = 60

/** Lists each clear column with its values, kind and reason; another kind can be chosen, or the column dropped. */
export function ReviewedColumns(props: ReviewedColumnsProps) {
  const { table, columns, profiles, rows, chosen, onChoice, breaks } = props
  const [shown, setShown] = useState(STEP)
  const [search, setSearch] = useState('')
  const found = columns.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const hasProfiles = profiles.size > 0
  const all: (Column<ReviewedColumn> & { isProfile?: boolean })[] = [
    {
      key: 'name',
      head: 'Column',
      mobile: 'title',
      className: 'max-w-[260px]',
      cell: ({ name }) => {
        const isKept = !chosen.get(name)?.drop
        return (
          <span className="flex items-start gap-3">
            <Checkbox
              aria-label={`Keep ${name}`}
              className="mt-0.5"
              checked={isKept}
              onCheckedChange={(isOn) => onChoice(name, isOn === true ? {} : { drop: true })}
            />
            <span className={cn('min-w-0', !isKept && 'opacity-60')}>
              <span className="mono font-medium [overflow-wrap:anywhere]">{name}</span>
              <span className="mono block max-w-[200px] truncate text-muted-foreground text-xs">
                {profiles.get(name)?.examples.join(', ')}
              </span>
            </span>
          </span>
        )
      },
    },
    {
      key: 'values',
      head: 'Values',
      mobile: 'action',
      className: 'min-w-[140px]',
      isProfile: true,
      cell: ({ name }) => (
        <span className="block w-full max-w-[180px]">
          <ColumnPlot profile={profiles.get(name)} />
        </span>
      ),
    },
    {
      key: 'range',
      head: 'Range or most frequent',
      className: 'max-w-[180px]',
      isProfile: true,
      cell: ({ name }) => <Lines lines={rangeOf(profiles.get(name), rows)} />,
    },
    {
      key: 'distinct',
      head: 'Distinct',
      align: 'right',
      isProfile: true,
      cell: ({ name }) => {
        const profile = profiles.get(name)
        return (
          profile && (
            <>
              {count(profile.distinct)}
              <span className="md:hidden"> distinct</span>
            </>
          )
        )
      },
    },
    {
      key: 'missing',
      head: hasProfiles ? 'Missing' : 'Missing values',
      align: 'right',
      cell: ({ missing }) => (
        <span className="whitespace-nowrap">
          {missing === 0 ? 'None missing' : `${percent(missing)} missing`}
        </span>
      ),
    },
    {
      key: 'kind',
      head: 'Taken for',
      mobile: 'action',
      className: 'min-w-[190px]',
      cell: (column) => (
        <span className="block">
          <KindSelect column={column} choice={chosen.get(column.name)} onChoice={onChoice} />
          <span className="mt-1 block text-muted-foreground text-xs">
            {profiles.get(column.name)?.because}
          </span>
          <Breaks breaks={breaks.get(column.name)} />
        </span>
      ),
    },
    {
      key: 'note',
      head: 'To note',
      className: 'max-w-[200px]',
      isProfile: true,
      cell: (column) => {
        const note = noteOf(column, profiles.get(column.name))
        if (note)
          return (
            <span className="flex gap-1.5 text-sm">
              <TriangleAlert className="mt-0.5 size-3.5 shrink-0 text-st-warn-fg" aria-hidden />
              {note}
            </span>
          )
        return breaks.get(column.name)?.length ? null : (
          <span className="whitespace-nowrap text-muted-foreground text-sm max-md:hidden">
            Nothing to note
          </span>
        )
      },
    },
  ]
  const rest = found.length - shown
  return (
    <>
      {columns.length > STEP && (
        <div className="px-4 pb-3 md:px-5">
          <SearchInput
            label={`Search columns of ${table}`}
            placeholder="Search columns"
            value={search}
            onChange={setSearch}
            className="max-w-[320px]"
          />
        </div>
      )}
      <DataTable
        caption={`Columns of ${table}`}
        columns={all.filter(({ isProfile }) => hasProfiles || !isProfile)}
        rows={found.slice(0, shown)}
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

const Lines = ({ lines: [first, second] }: { lines: readonly string[] }) => (
  <span className="num block max-w-[180px] text-sm">
    <span className="block truncate">{first}</span>
    <span className="block truncate text-muted-foreground text-xs">{second}</span>
  </span>
)
