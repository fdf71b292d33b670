import { type Column, fileColumns } from '@/components/ui/data-table-column.ts'
import { readCsv } from '@/lib/files/csv.ts'

/** Sketches a row: the fields that its columns read. */
type Part<T> = T extends Date | bigint
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Part<Item>[]
    : T extends object
      ? { [Key in keyof T]?: Part<T[Key]> }
      : T

/** Returns the lines of the file that these columns make of the rows: the head, then a line per row. */
export async function exportLines<Row>(
  columns: readonly Column<Row>[],
  ...rows: Part<NoInfer<Row>>[]
): Promise<string[]> {
  const file = await readCsv({
    columns: fileColumns(columns),
    readPage: async () => ({ items: rows as Row[], nextCursor: null }),
  })
  return (await file.text()).split('\r\n')
}
