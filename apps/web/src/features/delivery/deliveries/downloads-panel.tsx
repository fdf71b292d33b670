import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { dateTime, fileSize } from '@/lib/format.ts'

const shown = 5

export const fetchedQuery = (dprId: string) =>
  orpc.deliveries.fetched.infiniteOptions({
    input: (cursor: string | undefined) => ({ dprId, cursor, limit: shown }),
    ...byCursor,
  })

/** Lists downloads by user and file, newest first. */
export function FetchedPanel({ dprId }: { dprId: string }) {
  const query = useInfiniteQuery(fetchedQuery(dprId))
  return (
    <Panel title="Download log" bodyClassName="pb-2!">
      <QueryState query={query} errorTitle="The download log did not load">
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          if (rows.length === 0)
            return (
              <p className="pb-3 text-muted-foreground text-sm">
                Nobody has fetched a file yet. Each download is listed here, with who began it.
              </p>
            )
          return (
            <>
              <ul className="divide-y">
                {rows.map(({ id, fileName, bytes, by, at }) => (
                  <li key={id} className="py-2.5">
                    <div className="mono truncate" title={fileName}>
                      {fileName}
                    </div>
                    <div className="text-muted-foreground text-xs">
                      {by ?? 'A closed account'} · <TimeText at={at} show={dateTime} /> ·{' '}
                      <span className="num">{fileSize(bytes)}</span>
                    </div>
                  </li>
                ))}
              </ul>
              <LoadMore query={query} label="Show earlier" className="p-2" />
            </>
          )
        }}
      </QueryState>
    </Panel>
  )
}
