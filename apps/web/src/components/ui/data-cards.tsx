import type { ScreenColumn } from './data-table-column.ts'

type DataCardsProps<Row> = {
  caption: string
  columns: readonly ScreenColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** Shows a table's rows as cards, under 768 px. */
export function DataCards<Row>({ caption, columns, rows, rowKey }: DataCardsProps<Row>) {
  const at = (place: ScreenColumn<Row>['mobile']) =>
    columns.filter((column) => (column.mobile ?? 'meta') === place)
  const [titles, values, actions] = [at('title'), at('value'), at('action')]
  const metas = columns.filter(({ mobile = 'meta' }) => mobile === 'meta' || mobile === 'labeled')
  return (
    <ul aria-label={caption} className="divide-y border-t">
      {rows.map((row) => (
        <li key={rowKey(row)} className="px-4 py-3.5">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0 font-medium">
              {titles.map((column) => (
                <div key={column.key}>{column.cell(row)}</div>
              ))}
            </div>
            <div className="shrink-0 text-right">
              {values.map((column) => (
                <div key={column.key}>{column.cell(row)}</div>
              ))}
            </div>
          </div>
          {metas.length > 0 && (
            <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted-foreground text-sm">
              {metas.map((column) => (
                <span key={column.key}>
                  {column.mobile === 'labeled' ? (
                    <>
                      {column.head}: <span className="text-foreground">{column.cell(row)}</span>
                    </>
                  ) : (
                    column.cell(row)
                  )}
                </span>
              ))}
            </div>
          )}
          {actions.map((column) => (
            <div
              key={column.key}
              className="mt-3 flex gap-2 [&>*]:flex-1 [&>div]:flex [&>div]:gap-2 [&>div>*]:flex-1"
            >
              {column.cell(row)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
