import { SCORE_GROUP, type VendorScore } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { orpc } from '@/lib/api/api.ts'
import { plural } from '@/lib/format.ts'
import { ScorePartRow } from './score-part.tsx'
import { ScoreRules } from './score-rules.tsx'
import { rangeOf } from './score-texts.ts'

type ScorePanelProps = {
  title: string
  /** Default: the own company. */
  vendorId?: string
}

export const scoreQuery = (vendorId?: string) =>
  orpc.scores.get.queryOptions({ input: { vendorId } })

/** Shows the quality score of a vendor with its parts and rules. */
export function ScorePanel({ title, vendorId }: ScorePanelProps) {
  const query = useQuery(scoreQuery(vendorId))
  return (
    <Panel title={title}>
      <QueryState
        query={query}
        errorTitle="The score did not load"
        skeleton={<Skeleton className="h-80 rounded-lg" />}
      >
        {(score) => (
          <>
            <Total score={score} />
            <ul className="mt-3 divide-y border-t">
              {score.parts.map((part) => (
                <ScorePartRow key={part.id} part={part} />
              ))}
            </ul>
            <ScoreRules />
          </>
        )}
      </QueryState>
    </Panel>
  )
}

function Total({ score: { total, deliveries, clients } }: { score: VendorScore }) {
  if (!total)
    return (
      <>
        <p className="font-semibold text-md">Too few deliveries to tell</p>
        <p className="mt-1 text-muted-foreground text-sm">
          It takes at least {SCORE_GROUP.size} ended contracts with at least {SCORE_GROUP.clients}{' '}
          clients, none with more than half of them.
        </p>
      </>
    )
  return (
    <div className="flex items-end gap-3">
      <p className="shrink-0">
        <span className="figure text-4xl leading-none">{total.value}</span>
        <span className="text-muted-foreground text-sm"> of 100</span>
      </p>
      <p className="num text-muted-foreground text-sm">
        Range {rangeOf(total)}, from {plural(deliveries, 'delivery', 'deliveries')} to{' '}
        {plural(clients, 'client')}
      </p>
    </div>
  )
}
