import type { ReportColumn } from '@semblance/contract'
import { type NumberRow, numberRows, numberRowsNote } from '@semblance/plots'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'

const initialCount = 6

type NumberColumn = ReportColumn & { numbers: NonNullable<ReportColumn['numbers']> }

const hasNumbers = (column: ReportColumn): column is NumberColumn => column.numbers !== null

/** Shows means, totals and quantiles; renders nothing if the report has none. */
export function NumberTables({ columns }: { columns: readonly ReportColumn[] }) {
  const [showAll, setShowAll] = useState(false)
  const known = columns.filter(hasNumbers)
  if (known.length === 0) return null
  return (
    <Panel title="Means and quantiles" description={numberRowsNote}>
      <div className="grid gap-x-8 gap-y-7 md:grid-cols-2">
        {(showAll ? known : known.slice(0, initialCount)).map((column) => (
          <NumberTable key={column.name} column={column} />
        ))}
      </div>
      {known.length > initialCount && (
        <Button
          variant="outline"
          className="mt-5"
          aria-expanded={showAll}
          onClick={() => setShowAll(!showAll)}
        >
          {showAll ? 'Show fewer columns' : `Show all ${known.length} columns of numbers`}
        </Button>
      )}
    </Panel>
  )
}

function NumberTable({ column: { name, numbers } }: { column: NumberColumn }) {
  return (
    <table className="w-full min-w-0 table-fixed text-sm">
      <caption className="mono mb-1.5 truncate text-left" title={name}>
        {name}
      </caption>
      <thead className="text-muted-foreground text-xs">
        <tr className="border-b">
          <td />
          <th scope="col" className="py-1 text-right font-normal">
            Original, with noise
          </th>
          <th scope="col" className="py-1 pl-3 text-right font-normal">
            Twin
          </th>
        </tr>
      </thead>
      <tbody className="divide-y">
        {numberRows(numbers).map((row) => (
          <Row key={row.label} {...row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ label, original, range, twin, verdict }: NumberRow) {
  return (
    <tr className="align-top">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal text-muted-foreground">
        {label}
      </th>
      <td className="num py-1.5 text-right">
        <span className={verdict === 'unknown' ? 'text-muted-foreground' : undefined}>
          {original}
        </span>
        {range && <span className="block text-muted-foreground text-xs">{range}</span>}
      </td>
      <td className="num py-1.5 pl-3 text-right">
        {twin}
        {verdict === 'outside' && <span className="block text-st-warn-fg text-xs">outside it</span>}
      </td>
    </tr>
  )
}
