import type { PriceQuestion } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { orpc } from '@/lib/api/api.ts'
import { LikeContracts } from './like-contracts.tsx'

type PriceOfLikeProps = {
  asked: PriceQuestion
  marks?: Parameters<typeof LikeContracts>[0]['marks']
}

/** Shows prices, days and first offers of contracts like a request, or that there are too few. */
export function PriceOfLike({ asked, marks = [] }: PriceOfLikeProps) {
  const query = useQuery(orpc.estimates.price.queryOptions({ input: asked }))
  return (
    <QueryState
      query={query}
      errorTitle="The estimate did not load"
      skeleton={<Skeleton className="h-44 rounded-lg" />}
    >
      {(estimate) =>
        estimate === null ? (
          <p className="text-muted-foreground">
            Not enough organizations: too few have closed contracts to say what is usual without
            showing single ones.
          </p>
        ) : (
          <LikeContracts estimate={estimate} marks={marks} />
        )
      }
    </QueryState>
  )
}
