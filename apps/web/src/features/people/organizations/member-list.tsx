import type { Member } from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { DataTable, type SortOrder } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { plural } from '@/lib/format.ts'
import { memberColumns, type SpendingOf } from './member-columns.tsx'
import { useOfferedRoles } from './role-labels.ts'

/** One page holds most organizations, so that sorting here sorts them all. */
const limit = 100

export const membersQuery = orpc.organizations.listMembers.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor, limit }),
  ...byCursor,
})

export function MemberList({ canManage }: { canManage: boolean }) {
  const [sort, setSort] = useState<SortOrder>({ key: 'name', direction: 'asc' })
  const query = useInfiniteQuery(membersQuery)
  const columns = memberColumns({
    canManage,
    offered: useOfferedRoles(),
    spendingOf: useSpending(),
  })
  const members: Member[] = query.data?.pages.flatMap((page) => page.items) ?? []
  const count = members.filter((member) => member.status === 'active').length
  return (
    <Panel
      flush
      title="Active users"
      action={
        query.data && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <span className="num text-muted-foreground text-sm">
              {query.hasNextPage ? `${limit}+ people` : plural(count, 'person', 'people')}
            </span>
            <ExportCsv
              noun="users"
              columns={columns}
              readPage={api.organizations.listMembers}
              query={query}
            />
          </div>
        )
      }
    >
      <QueryState query={query} errorTitle="Users did not load">
        {() => (
          <DataTable
            caption="Active users"
            columns={columns}
            rows={sortMembers(members, sort)}
            rowKey={(member) => member.id}
            sort={sort}
            onSortChange={setSort}
          />
        )}
      </QueryState>
      <LoadMore query={query} className="border-t" />
    </Panel>
  )
}

/** Returns what members may pay and have paid, for members of an organization that buys. */
function useSpending(): SpendingOf | null {
  const viewer = useQuery(orpc.organizations.viewer.queryOptions()).data
  const isBuyer = viewer?.organization?.isClient ?? false
  const { data } = useInfiniteQuery({
    ...orpc.spending.members.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit }),
      ...byCursor,
    }),
    enabled: isBuyer,
  })
  if (!isBuyer) return null
  const known = new Map(data?.pages.flatMap(({ items }) => items).map((each) => [each.id, each]))
  return (userId) => known.get(userId)
}

const sortValues: Record<string, (member: Member) => string | number> = {
  name: (member) => (member.name || member.email).toLowerCase(),
  role: (member) => member.role.toLowerCase(),
  joined: (member) => member.joinedAt.getTime(),
}

function sortMembers(members: readonly Member[], { key, direction }: SortOrder): Member[] {
  const read = sortValues[key]
  if (!read) return [...members]
  const sign = direction === 'asc' ? 1 : -1
  return [...members].sort((one, other) => {
    const [a, b] = [read(one), read(other)]
    return a < b ? -sign : a > b ? sign : 0
  })
}
