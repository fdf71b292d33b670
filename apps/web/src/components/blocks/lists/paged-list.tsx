import type { ComponentProps, ReactNode } from 'react'
import { QueryState } from '../states/query-state.tsx'
import { LoadMore } from './load-more.tsx'

type Pages<Row> = { pages: readonly { items: readonly Row[] }[] }

type PagedListProps<Row> = Omit<ComponentProps<typeof QueryState<Pages<Row>>>, 'children'> & {
  query: ComponentProps<typeof LoadMore>['query']
  /** Replaces a list without rows. */
  empty: ReactNode
  /** Removes the line between the list and the button for more rows. */
  plain?: boolean
  moreLabel?: string
  /** Draws the rows of all pages that are here. */
  children: (rows: Row[]) => ReactNode
}

/** Shows a list that is read page by page. */
export function PagedList<Row>({
  query,
  empty,
  plain,
  moreLabel,
  children,
  ...state
}: PagedListProps<Row>) {
  return (
    <>
      <QueryState {...state} query={query}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.items)
          return rows.length === 0 ? empty : children(rows)
        }}
      </QueryState>
      <LoadMore query={query} label={moreLabel} className={plain ? undefined : 'border-t'} />
    </>
  )
}
