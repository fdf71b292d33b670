import type { ReactNode } from 'react'
import type { CsvColumn, CsvValue } from '@/lib/files/csv.ts'

export type SortOrder = { key: string; direction: 'asc' | 'desc' }

export type ScreenColumn<Row> = {
  key: string
  cell: (row: Row) => ReactNode
  align?: 'left' | 'right'
  sortable?: boolean
  /**
   * Part of the card that holds the cell when rows become cards under 768 px; `labeled` is meta behind its head.
   * Default: meta.
   */
  mobile?: 'title' | 'value' | 'meta' | 'labeled' | 'action' | 'hide'
  className?: string
} & (
  | {
      head: string
      csv?: (row: Row) => CsvValue
      /** Default: the head. */
      csvHead?: string
    }
  | {
      /** For a column of buttons: `<span className="sr-only">Actions</span>`. */
      head: ReactNode
      csv?: undefined
      csvHead?: undefined
    }
)

/** Describes a column that only the exported file has. */
export type FileColumn<Row> = { csvHead: string; csv: (row: Row) => CsvValue }

/**
 * Describes a column of a list: on screen, in the exported file, or in both, each in this order.
 */
export type Column<Row> = ScreenColumn<Row> | FileColumn<Row>

export const screenColumns = <Row>(columns: readonly Column<Row>[]): ScreenColumn<Row>[] =>
  columns.filter((column) => 'cell' in column)

export const fileColumns = <Row>(columns: readonly Column<Row>[]): CsvColumn<Row>[] =>
  columns.flatMap((column) => {
    if (!column.csv) return []
    const head = 'cell' in column ? (column.csvHead ?? column.head) : column.csvHead
    return [[head, column.csv] as const]
  })
