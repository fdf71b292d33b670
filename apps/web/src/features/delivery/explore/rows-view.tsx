import { useState } from 'react'
import type { SortOrder } from '@/components/ui/data-table-column.ts'
import type { Database } from './database.ts'
import { ProblemText } from './error-text.tsx'
import type { TableInfo } from './result.ts'
import { PAGE_ROWS, Pager, ResultTable } from './result-table.tsx'
import { quoteName } from './sql.ts'
import { useAnswer } from './use-query-result.ts'
import { plainForm } from './whole/written-form.ts'
import { writtenAs } from './whole/written-values.ts'

/** Shows all rows of a table as its file writes them, a page at a time, in the order of any column. */
export function RowsView({ database, table }: { database: Database; table: TableInfo }) {
  const [sort, setSort] = useState<SortOrder>()
  const [page, setPage] = useState(0)
  const { result, error } = useAnswer(database, pageSql(table, sort, page))
  if (error !== null) return <ProblemText>{error}</ProblemText>
  return (
    <>
      <ResultTable
        caption={`Rows of ${table.name}`}
        columns={table.columns}
        write={(cell, column) => writtenAs(cell, table.columns[column]?.form ?? plainForm)}
        rows={result?.rows ?? []}
        sort={sort}
        onSortChange={(next) => {
          setSort(next)
          setPage(0)
        }}
      />
      <Pager page={page} total={table.rows} onPageChange={setPage} />
    </>
  )
}

function pageSql({ name }: TableInfo, sort: SortOrder | undefined, page: number): string {
  const order = sort ? `ORDER BY ${quoteName(sort.key)} ${sort.direction} NULLS LAST` : ''
  return `FROM ${quoteName(name)} ${order} LIMIT ${PAGE_ROWS} OFFSET ${page * PAGE_ROWS}`
}
