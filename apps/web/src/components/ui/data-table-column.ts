import type { ReactNode } from 'react'

export type SortOrder = { key: string; direction: 'asc' | 'desc' }

export type Column<Row> = {
  key: string
  /** For a column of buttons: `<span className="sr-only">Actions</span>`. */
  head: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'left' | 'right'
  sortable?: boolean
  /** Where the cell goes when rows become cards under 768 px. Default: meta. */
  mobile?: 'title' | 'value' | 'meta' | 'action' | 'hide'
  className?: string
}
