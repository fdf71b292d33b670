import type { ReactNode } from 'react'
import { MiniBars } from '@/components/viz/mini-bars.tsx'
import { MiniShares } from '@/components/viz/mini-shares.tsx'
import { cn } from '@/lib/cn.ts'

export type TableColumn = {
  name: string
  /** Numbers stand at the right. */
  isNumeric?: boolean
  /** Heights of a histogram, or numbers of rows of the most frequent values. */
  plot?: { type: 'histogram' | 'categories'; counts: readonly number[] } | null
  /** A few words below the plot: "21 to 95". */
  facts?: string
  /** Stands before the name. */
  mark?: ReactNode
  /** Keeps the place of a column that is not there. */
  isMissing?: boolean
}

type ColumnTableProps = {
  caption: string
  columns: readonly TableColumn[]
  /** Cells in the order of the columns; null for a missing value. */
  rows: readonly (readonly (string | null)[])[]
}

/** Shows synthetic rows under the distribution and the facts of each column. */
export function ColumnTable({ caption, columns, rows }: ColumnTableProps) {
  const hasFacts = columns.some(({ plot, facts }) => plot || facts)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto focus-visible:-outline-offset-2"
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-y bg-sunken">
            {columns.map((column) => (
              <ColumnHead key={column.name} column={column} hasFacts={hasFacts} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
            <tr key={place} className="border-b last:border-0 hover:bg-accent/45">
              {columns.map(({ name, isNumeric, isMissing }, at) => (
                <td
                  key={name}
                  className={cn(
                    'h-8 max-w-[240px] truncate whitespace-pre px-3 first:pl-4 last:pr-4 md:last:pr-5 md:first:pl-5',
                    isNumeric && 'num text-right',
                    isMissing && missingLook,
                  )}
                >
                  {row[at] ?? (!isMissing && <Nothing />)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const missingLook = 'border-st-danger-dot/60 border-x border-dashed bg-st-danger-bg/40'

const Nothing = () => (
  <span className="text-muted-foreground">
    <span aria-hidden>–</span>
    <span className="sr-only">no value</span>
  </span>
)

function ColumnHead({ column, hasFacts }: { column: TableColumn; hasFacts: boolean }) {
  const { name, isNumeric, plot, facts, mark, isMissing } = column
  return (
    <th
      scope="col"
      className={cn(
        'min-w-[104px] px-3 py-2.5 align-bottom font-normal first:pl-4 last:pr-4 md:last:pr-5 md:first:pl-5',
        isNumeric ? 'text-right' : 'text-left',
        isMissing && missingLook,
      )}
    >
      <span
        className={cn(
          'mono inline-flex max-w-[200px] items-center gap-1 font-medium',
          isMissing && 'text-st-danger-fg',
        )}
      >
        {mark}
        <span className="truncate">{name}</span>
      </span>
      {hasFacts && (
        <>
          <span className="mt-1.5 block h-[30px]">
            {plot?.type === 'histogram' && <MiniBars bars={plot.counts} ink="twin" />}
            {plot?.type === 'categories' && <MiniShares shares={plot.counts} ink="twin" />}
          </span>
          <span
            className={cn(
              'num mt-1 block whitespace-nowrap text-muted-foreground text-xs',
              isMissing && 'text-st-danger-fg',
            )}
          >
            {facts || '\u00a0'}
          </span>
        </>
      )}
    </th>
  )
}
