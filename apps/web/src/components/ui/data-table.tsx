import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { cn } from '@/lib/cn.ts'
import { DataCards } from './data-cards.tsx'
import {
  type Column,
  type ScreenColumn,
  type SortOrder,
  screenColumns,
} from './data-table-column.ts'
import { useMediaQuery } from './use-media-query.ts'

export type { Column, SortOrder } from './data-table-column.ts'

type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: SortOrder
  /** The parent sorts; the same head twice turns the direction. */
  onSortChange?: (sort: SortOrder) => void
  className?: string
}

/**
 * Renders a table on wide screens and on paper, otherwise cards: never both, which takes twice as
 * long to draw.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, rows, rowKey, sort, onSortChange, className } = props
  const columns = screenColumns(props.columns)
  const isTable = useMediaQuery('(min-width: 768px), print')
  if (!isTable) return <DataCards caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
  return (
    <div className="@container">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        role="group"
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className={cn(
          'relative @min-[60rem]:overflow-visible overflow-x-auto focus-visible:-outline-offset-2',
          className,
        )}
      >
        <table className="w-full border-collapse text-base">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="@min-[60rem]:border-b-0 border-y bg-sunken">
              {columns.map((column) => (
                <HeadCell
                  key={column.key}
                  column={column}
                  sort={sort}
                  onSortChange={onSortChange}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                className="border-b transition-colors last:border-0 hover:bg-accent/45"
              >
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={cn(
                      'h-12 px-3 py-2 align-middle first:pl-5 last:pr-5',
                      column.align === 'right' && 'num text-right',
                      column.className,
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

type HeadCellProps<Row> = {
  column: ScreenColumn<Row>
  sort?: SortOrder
  onSortChange?: (sort: SortOrder) => void
}

function HeadCell<Row>({ column, sort, onSortChange }: HeadCellProps<Row>) {
  const direction = sort?.key === column.key ? sort.direction : undefined
  const SortIcon = { asc: ArrowUp, desc: ArrowDown, none: ChevronsUpDown }[direction ?? 'none']
  return (
    <th
      scope="col"
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      className={cn(
        'h-9 whitespace-nowrap px-3 font-medium text-muted-foreground text-sm first:pl-5 last:pr-5',
        // Below the bar that stays at the window's top; a line drawn as border would scroll away.
        '@min-[60rem]:sticky @min-[60rem]:top-11 z-10 bg-sunken @min-[60rem]:shadow-[inset_0_-1px_var(--border)]',
        column.align === 'right' ? 'text-right' : 'text-left',
        column.className,
      )}
    >
      {column.sortable && onSortChange ? (
        <button
          type="button"
          onClick={() =>
            onSortChange({ key: column.key, direction: direction === 'asc' ? 'desc' : 'asc' })
          }
          className={cn(
            'inline-flex h-6 items-center gap-1 rounded-xs hover:text-foreground',
            direction && 'text-foreground',
          )}
        >
          {column.head}
          <SortIcon className={cn('size-3', !direction && 'opacity-60')} aria-hidden />
        </button>
      ) : (
        column.head
      )}
    </th>
  )
}
