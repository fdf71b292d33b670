import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, ChevronsUpDown } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import type { SortOrder } from '@/components/ui/data-table-column.ts'
import { cn } from '@/lib/cn.ts'
import { count } from '@/lib/format.ts'
import { type Cell, cellText, type ResultColumn } from './result.ts'

/** Sets the rows on one page of a table. */
export const PAGE_ROWS = 50

type ResultTableProps = {
  caption: string
  columns: readonly ResultColumn[]
  rows: readonly (readonly Cell[])[]
  /** Writes a value in a way of its own. */
  write?: (cell: Exclude<Cell, null>, column: number) => string
  sort?: SortOrder
  onSortChange?: (sort: SortOrder) => void
}

/**
 * Shows a result as wide as its columns, on phones too, so that values can be compared down a
 * column.
 */
export function ResultTable({
  caption,
  columns,
  rows,
  write = cellText,
  sort,
  onSortChange,
}: ResultTableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative max-h-[440px] overflow-auto rounded-sm border focus-visible:-outline-offset-2"
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                key={i}
                scope="col"
                aria-sort={ariaSort(column, sort)}
                className={cn(
                  'sticky top-0 z-10 h-9 whitespace-nowrap bg-sunken px-3 text-left font-medium text-muted-foreground shadow-[inset_0_-1px_var(--border)]',
                  column.type === 'number' && 'text-right',
                )}
              >
                {onSortChange ? (
                  <SortButton column={column} sort={sort} onSortChange={onSortChange} />
                ) : (
                  <span className="mono">{column.name}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
            <tr key={i} className="border-b last:border-0 hover:bg-accent/45">
              {row.map((cell, j) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  key={j}
                  className={cn(
                    'h-8 max-w-[360px] truncate whitespace-pre px-3',
                    columns[j]?.type === 'number' && 'num text-right',
                  )}
                  title={typeof cell === 'string' && cell.length > 40 ? cell : undefined}
                >
                  {cell === null ? (
                    <span className="text-muted-foreground">null</span>
                  ) : (
                    write(cell, j)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ariaSort = ({ name }: ResultColumn, sort: SortOrder | undefined) =>
  sort?.key === name ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined

type SortButtonProps = {
  column: ResultColumn
  sort: SortOrder | undefined
  onSortChange: (sort: SortOrder) => void
}

function SortButton({ column: { name }, sort, onSortChange }: SortButtonProps) {
  const direction = sort?.key === name ? sort.direction : undefined
  const Icon = { asc: ArrowUp, desc: ArrowDown, none: ChevronsUpDown }[direction ?? 'none']
  return (
    <button
      type="button"
      onClick={() => onSortChange({ key: name, direction: direction === 'asc' ? 'desc' : 'asc' })}
      className={cn(
        'mono inline-flex h-6 items-center gap-1 rounded-xs hover:text-foreground',
        direction && 'text-foreground',
      )}
    >
      {name}
      <Icon className={cn('size-3', !direction && 'opacity-60')} aria-hidden />
    </button>
  )
}

type PagerProps = { page: number; total: number; onPageChange: (page: number) => void }

/** `page` counts from 0. Nothing where one page holds all. */
export function Pager({ page, total, onPageChange }: PagerProps) {
  if (total <= PAGE_ROWS) return null
  const first = page * PAGE_ROWS
  const last = Math.min(total, first + PAGE_ROWS)
  return (
    <div className="mt-2 flex items-center justify-end gap-2 text-muted-foreground text-sm">
      <span className="num" role="status">
        {count(first + 1)}–{count(last)} of {count(total)}
      </span>
      <Button
        variant="outline"
        size="icon-sm"
        aria-label="Rows before"
        disabled={page === 0}
        onClick={() => onPageChange(page - 1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button
        variant="outline"
        size="icon-sm"
        aria-label="Rows after"
        disabled={last >= total}
        onClick={() => onPageChange(page + 1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </div>
  )
}
