import { type Dataset, moreRowsText } from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { plural } from '@/lib/format.ts'
import { DrawForm } from './draw-form.tsx'
import { DrawItem } from './draw-item.tsx'

export const drawRightsQuery = (contractId: string) =>
  orpc.draws.rights.queryOptions({ input: { contractId } })

const drawsQuery = (contractId: string) =>
  orpc.draws.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ contractId, cursor }),
    ...byCursor,
  })

/** Draws more rows, and lists those that were drawn. Renders nothing where the contract grants none. */
export function DrawsPanel({ dprId, contractId }: Pick<Dataset, 'dprId' | 'contractId'>) {
  const { data: rights } = useQuery(drawRightsQuery(contractId))
  const query = useInfiniteQuery({ ...drawsQuery(contractId), enabled: Boolean(rights?.term) })
  if (!rights?.term) return null
  const { term, drawsLeft, obstacle, columns } = rights
  return (
    <Panel
      title="More rows"
      description={`${moreRowsText(term)} were agreed. ${plural(drawsLeft, 'draw')} left.`}
      bodyClassName="pb-2!"
    >
      {obstacle ? (
        <p className="mb-3 text-sm">{obstacle}</p>
      ) : (
        <div className="mb-3 grid gap-3">
          <p className="text-muted-foreground text-sm">
            The rows are drawn from what was measured for this delivery, without a look at the
            original. No privacy budget is spent on them.
          </p>
          <RoleGate procedure="draws.start" to="draw rows">
            <DrawForm contractId={contractId} term={term} columns={columns} />
          </RoleGate>
        </div>
      )}
      <PagedList query={query} errorTitle="Draws did not load" empty={null} plain>
        {(draws) => (
          <ul className="divide-y border-t">
            {draws.map((draw) => (
              <DrawItem key={draw.id} dprId={dprId} draw={draw} />
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}
