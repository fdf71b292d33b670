import { useQuery } from '@tanstack/react-query'
import { Link2, Link2Off, RefreshCw } from 'lucide-react'
import { ErrorState } from '@/components/blocks/states/error-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { orpc } from '@/lib/api/api.ts'
import { cn } from '@/lib/cn.ts'
import { count, plural, time } from '@/lib/format.ts'

export const chainQuery = {
  ...orpc.audit.checkChain.queryOptions(),
  staleTime: Number.POSITIVE_INFINITY, // every link is recomputed: only on demand
}

/** Shows if every link up to now verifies its row and the link before. */
export function ChainLine() {
  const query = useQuery(chainQuery)
  if (query.isError && !query.data)
    return (
      <ErrorState
        title="The chain was not checked"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (!query.data) return <Skeleton className="h-[92px] rounded-lg" />
  const { violations, position, hash, unlinkedCount, checkedAt } = query.data
  const isWhole = violations.length === 0
  const Icon = isWhole ? Link2 : Link2Off
  return (
    <section className="card flex flex-wrap items-start gap-x-3.5 gap-y-3 px-4 py-3.5 md:px-5">
      <span
        aria-hidden
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-sm',
          isWhole ? 'bg-st-success-bg text-st-success-fg' : 'bg-st-danger-bg text-st-danger-fg',
        )}
      >
        <Icon className="size-[18px]" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold text-md">
          {isWhole ? 'The chain is whole' : 'The chain is broken'}
        </h2>
        <p className="num text-muted-foreground text-sm" role="status">
          {isWhole
            ? `${count(Number(position))} links up to ${time(checkedAt)} vouch for the log and the ledger.`
            : `${plural(violations.length, 'violation')} at ${time(checkedAt)}. Stop payouts and look into them.`}
          {unlinkedCount > 0 && ` ${plural(unlinkedCount, 'row')} will be linked within a minute.`}
        </p>
        {!isWhole && (
          <ul className="mt-2 list-disc pl-5 text-destructive text-sm">
            {violations.map((violation) => (
              <li key={violation}>{violation}</li>
            ))}
          </ul>
        )}
        <p className="mt-1 text-muted-foreground text-xs [overflow-wrap:anywhere]">
          The newest link is <span className="mono">{hash?.slice(0, 16) ?? 'still to come'}</span>.
          Whoever runs the server checks everything with{' '}
          <code className="mono text-foreground">npm run verify</code>.
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        loading={query.isFetching}
        className="max-md:w-full"
        onClick={() => void query.refetch()}
      >
        {!query.isFetching && <RefreshCw aria-hidden />}
        Check again
      </Button>
    </section>
  )
}
