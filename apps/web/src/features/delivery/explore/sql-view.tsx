import { Download, Play, Square } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { csvBlob, csvText } from '@/lib/files/csv.ts'
import { saveFile } from '@/lib/files/save-file.ts'
import { count, plural } from '@/lib/format.ts'
import type { Database } from './database.ts'
import { ProblemText } from './error-text.tsx'
import type { Result, TableInfo } from './result.ts'
import { PAGE_ROWS, Pager, ResultTable } from './result-table.tsx'
import { examplesFor } from './sql.ts'
import { useRun } from './use-query-result.ts'

type SqlViewProps = {
  database: Database
  table: TableInfo
  script: string
  onScriptChange: (script: string) => void
  /** Ends the database, as nothing else ends a query; a fresh one takes its place. */
  onStop: () => void
}

export function SqlView({ database, table, script, onScriptChange, onStop }: SqlViewProps) {
  const { run, result, error, isRunning } = useRun(database)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!isRunning) void run(script)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-2">
        {examplesFor(table).map(({ label, sql }) => (
          <Button key={label} variant="soft" size="sm" onClick={() => onScriptChange(sql)}>
            <span className="max-w-56 truncate">{label}</span>
          </Button>
        ))}
      </div>
      <Field label="Query" hint="Ctrl+Enter runs it. It stays in this browser.">
        {(control) => (
          <Textarea
            {...control}
            value={script}
            onChange={({ currentTarget }) => onScriptChange(currentTarget.value)}
            onKeyDown={onKeyDown}
            rows={6}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            className="mono md:text-sm"
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button loading={isRunning} onClick={() => void run(script)}>
          {!isRunning && <Play aria-hidden />}
          Run
        </Button>
        {isRunning && (
          <Button variant="outline" onClick={onStop}>
            <Square aria-hidden />
            Stop
          </Button>
        )}
        {result && !isRunning && <ExportResult result={result} name={table.name} />}
        <p role="status" className="num text-muted-foreground text-sm">
          {isRunning ? 'Running' : result && summaryOf(result)}
        </p>
      </div>
      {error !== null && <ProblemText>{error}</ProblemText>}
      {result && result.rows.length > 0 && (
        <PagedResult key={result.milliseconds} result={result} />
      )}
    </div>
  )
}

function summaryOf({ rows, isCut, milliseconds }: Result): string {
  const size = isCut ? `The first ${count(rows.length)} rows` : plural(rows.length, 'row')
  return `${size} in ${count(Math.max(1, Math.round(milliseconds)))} ms`
}

function PagedResult({ result: { columns, rows } }: { result: Result }) {
  const [page, setPage] = useState(0)
  const shown = rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
  return (
    <div>
      <ResultTable caption="Result of the query" columns={columns} rows={shown} />
      <Pager page={page} total={rows.length} onPageChange={setPage} />
    </div>
  )
}

function ExportResult({ result: { columns, rows }, name }: { result: Result; name: string }) {
  const save = () => {
    const head = columns.map((column) => column.name)
    const cells = rows.map((row) =>
      row.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell)),
    )
    saveFile(`${name}_result.csv`, csvBlob(csvText([head, ...cells])), 'text/csv;charset=utf-8')
  }
  return (
    <Button variant="outline" onClick={save}>
      <Download aria-hidden />
      Export CSV
    </Button>
  )
}
