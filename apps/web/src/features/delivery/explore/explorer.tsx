import type { PublishedReport } from '@semblance/contract'
import { useState } from 'react'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { ErrorState } from '@/components/blocks/states/error-state.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { count } from '@/lib/format.ts'
import { ChartsView } from './charts/charts-view.tsx'
import type { Database } from './database.ts'
import type { TableInfo } from './result.ts'
import { RowsView } from './rows-view.tsx'
import { examplesFor } from './sql.ts'
import { SqlView } from './sql-view.tsx'
import { useDatabase } from './use-database.ts'
import type { ExploredTable } from './whole/explored-table.ts'

type ExplorerProps = {
  tables: readonly ExploredTable[]
  /** Returns the report on a table, whose charts show its original; null where there is none. */
  reportOn?: ((table: string) => PublishedReport | null) | undefined
  /** A script to begin with. */
  question?: string | undefined
}

/** Explores tables in the page's own database. */
export default function Explorer({ tables, reportOn, question }: ExplorerProps) {
  const { state, restart } = useDatabase(tables)
  const [script, setScript] = useState(question)
  if (state.status === 'failed')
    return (
      <ErrorState title="The database did not start" onRetry={restart}>
        {state.message}
      </ErrorState>
    )
  if (state.status === 'opening')
    return (
      <div role="status">
        <span className="num mb-3 block text-muted-foreground text-sm">
          {state.of > 0
            ? `Read ${count(state.read)} of ${count(state.of)} rows`
            : 'The database is starting'}
        </span>
        <SkeletonRows />
      </div>
    )
  return (
    <Views
      database={state.database}
      reportOn={reportOn}
      script={script}
      onScriptChange={setScript}
      onStop={restart}
    />
  )
}

type ViewsProps = Pick<ExplorerProps, 'reportOn'> & {
  database: Database
  script: string | undefined
  onScriptChange: (script: string) => void
  onStop: () => void
}

function Views({ database, reportOn, script, onScriptChange, onStop }: ViewsProps) {
  const [name, setName] = useState(database.tables[0]!.name)
  const [view, setView] = useState(script === undefined ? 'rows' : 'sql')
  const table = database.tables.find((one) => one.name === name)!
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {database.tables.length > 1 ? (
          <Select
            aria-label="Table"
            prefix="Table"
            className="w-auto max-w-full"
            value={name}
            onValueChange={setName}
            options={database.tables.map((one) => one.name)}
          />
        ) : (
          <span className="mono truncate">{name}</span>
        )}
        <span className="num text-muted-foreground text-sm">{sizeOf(table)}</span>
      </div>
      <Tabs value={view} onValueChange={setView}>
        <TabsList aria-label="Ways to look at it">
          <TabsTrigger value="rows">Rows</TabsTrigger>
          <TabsTrigger value="charts">Charts</TabsTrigger>
          <TabsTrigger value="sql">SQL</TabsTrigger>
        </TabsList>
        <TabsContent value="rows" className="pt-4">
          <RowsView key={name} database={database} table={table} />
        </TabsContent>
        <TabsContent value="charts" className="pt-4">
          <ChartsView
            key={name}
            database={database}
            table={table}
            report={reportOn?.(name) ?? null}
          />
        </TabsContent>
        <TabsContent value="sql" className="pt-4">
          <SqlView
            database={database}
            table={table}
            script={script ?? examplesFor(table)[0]!.sql}
            onScriptChange={onScriptChange}
            onStop={onStop}
          />
        </TabsContent>
      </Tabs>
    </div>
  )
}

function sizeOf({ rows, totalRows, columns }: TableInfo): string {
  const of =
    totalRows > rows
      ? `the first ${count(rows)} of ${count(totalRows)} rows`
      : `all ${count(rows)} rows`
  return `${of}, ${count(columns.length)} columns`
}
