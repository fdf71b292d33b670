import type { MarketDpr } from '@semblance/contract'
import { count } from '@/lib/format.ts'

/** Names the first columns that a request asks for; nothing without a data contract. */
export function MarketColumns({ dpr }: { dpr: Pick<MarketDpr, 'columns' | 'columnCount'> }) {
  const { columns, columnCount } = dpr
  if (columns.length === 0) return null
  const more = columnCount - columns.length
  return (
    <p className="mono mt-1 truncate text-muted-foreground text-sm">
      <span className="sr-only">Columns: </span>
      {columns.join(', ')}
      {more > 0 && `, +${count(more)}`}
    </p>
  )
}
