import { Download, Ellipsis, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { type Column, fileColumns } from '@/components/ui/data-table-column.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'
import { type ReadPage, readCsv } from '@/lib/files/csv.ts'
import { saveFile } from '@/lib/files/save-file.ts'
import { count, isoDay } from '@/lib/format.ts'

type ExportCsvProps<Row> = {
  /** Name of the rows in the file name: "transactions" becomes transactions-2026-11-21.csv. */
  noun: string
  /** The list's own: the file has those that name a `csv` value. */
  columns: readonly Column<Row>[]
  /** The list's own procedure under its present filters: the file has what the list has, to its end. */
  readPage: ReadPage<Row>
  /** The list on the page: the button goes when it turns out to be empty. */
  query?: { data: { pages: readonly { items: readonly unknown[] }[] } | undefined }
}

/**
 * Exports all rows of a table as a CSV file, from the menu in the table's head. A long export shows
 * its progress and can be stopped.
 */
export function ExportCsv<Row>({ noun, columns, readPage, query }: ExportCsvProps<Row>) {
  /** Rows read so far; null while nothing is exported. */
  const [rowsCount, setRowsCount] = useState<number | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setRowsCount(0)
    try {
      const { signal } = controller
      const file = await readCsv({
        columns: fileColumns(columns),
        readPage,
        signal,
        onProgress: setRowsCount,
      })
      saveFile(`${noun.replaceAll(' ', '-')}-${isoDay(new Date())}.csv`, file, file.type)
    } catch (error) {
      if (!controller.signal.aborted)
        notify.error('Export Failed', `${toProblem(error).message} Nothing was saved.`)
    } finally {
      setRowsCount(null)
    }
  }

  if (query?.data?.pages[0]?.items.length === 0) return null
  return (
    <span className="inline-flex items-center print:hidden">
      <span role="status" className="num mr-2 text-muted-foreground text-sm empty:mr-0">
        {rowsCount ? `${count(rowsCount)} rows read` : ''}
      </span>
      {rowsCount ? (
        <Button variant="outline" size="sm" onClick={() => running.current?.abort()}>
          <X aria-hidden />
          Cancel<span className="sr-only"> the export of {noun}</span>
        </Button>
      ) : (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button
              variant="outline"
              size="icon-sm"
              loading={rowsCount !== null}
              aria-label={`Menu of ${noun}`}
            >
              {rowsCount === null && <Ellipsis aria-hidden />}
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem icon={Download} onSelect={() => void start()}>
              Export CSV
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </span>
  )
}
