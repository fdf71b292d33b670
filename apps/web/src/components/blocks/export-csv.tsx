import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { toProblem } from '@/lib/api-errors.ts'
import { type CsvColumn, type ReadPage, readCsv } from '@/lib/csv.ts'
import { count, isoDay } from '@/lib/format.ts'
import { saveFile } from '@/lib/save-file.ts'

type ExportCsvProps<Row> = {
  /** What the rows are: "transactions" becomes transactions-2026-11-21.csv. */
  noun: string
  columns: readonly CsvColumn<Row>[]
  /** The list's own procedure under its present filters: the file has what the list has, to its end. */
  readPage: ReadPage<Row>
  /** The list on the page: the button goes when it turns out to be empty. */
  query?: { data: { pages: readonly { items: readonly unknown[] }[] } | undefined }
}

/** In the head of every table: all its rows as a CSV file. A long list tells how far it is, and can be stopped. */
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
      const file = await readCsv({ columns, readPage, signal, onProgress: setRowsCount })
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
        <Button variant="outline" size="sm" loading={rowsCount !== null} onClick={start}>
          {rowsCount === null && <Download aria-hidden />}
          Export CSV<span className="sr-only"> of {noun}</span>
        </Button>
      )}
    </span>
  )
}
