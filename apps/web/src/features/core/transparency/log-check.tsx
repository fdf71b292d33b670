import type { LogState } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { ErrorState } from '@/components/blocks/states/error-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { cn } from '@/lib/cn.ts'
import { count, plural, time } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { logsQuery } from './logs-query.ts'

const logCheckQuery = {
  ...orpc.transparency.check.queryOptions(),
  staleTime: Number.POSITIVE_INFINITY, // every leaf is compared: only on demand
}

/** Shows if the transparency log fits the rows, and opens a new log after a rollback. */
export function LogCheck() {
  const query = useQuery(logCheckQuery)
  const logs = useQuery(logsQuery)
  if (query.isError && !query.data)
    return (
      <ErrorState
        title="The log was not checked"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (!query.data) return <Skeleton className="h-[92px] rounded-lg" />
  const { violations } = query.data
  const state = logs.data?.logs[0]?.state
  const hasStopped = state === 'rolled_back' || state === 'without_key'
  const isWhole = violations.length === 0 && !hasStopped
  const Icon = isWhole ? ShieldCheck : ShieldAlert
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
        <h2 className="font-semibold text-md">{titleOf(violations.length, hasStopped)}</h2>
        <p className="num text-muted-foreground text-sm" role="status">
          {describe(query.data)}
        </p>
        {violations.length > 0 && (
          <ul className="mt-2 list-disc pl-5 text-destructive text-sm">
            {violations.map((violation) => (
              <li key={violation}>{violation}</li>
            ))}
          </ul>
        )}
        {hasStopped && <Stopped state={state} />}
        <p className="mt-1 text-muted-foreground text-xs">
          Anyone can follow the log at{' '}
          <Link to={paths.transparency} className="text-primary underline underline-offset-[3px]">
            Transparency log
          </Link>
          .
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

function titleOf(violations: number, hasStopped: boolean): string {
  if (violations > 0) return 'The log and the rows differ'
  if (hasStopped) return 'The log has stopped'
  return 'The log fits the rows'
}

function describe(check: {
  violations: string[]
  leavesCount: bigint
  stagedCount: number
  erasedCount: number
  checkedAt: Date
}): string {
  const { violations, leavesCount, stagedCount, erasedCount, checkedAt } = check
  const at = time(checkedAt)
  return [
    violations.length === 0
      ? `${count(Number(leavesCount))} leaves were compared with their rows, tiles and heads at ${at}.`
      : `${plural(violations.length, 'difference')} at ${at}. Stop payouts and look into them.`,
    stagedCount > 0 &&
      `${plural(stagedCount, 'leaf', 'leaves')} will be in the tree within seconds.`,
    erasedCount > 0 &&
      `${plural(erasedCount, 'leaf', 'leaves')} cannot be compared: the content was erased with the person or organization it named.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function Stopped({ state }: { state: LogState }) {
  const [isAsking, setIsAsking] = useState(false)
  const queries = useQueryClient()
  const open = useMutation(
    orpc.transparency.openLog.mutationOptions({
      onSuccess: ({ origin }) => notify.success('New Log Opened', `${origin} signs from now on.`),
      onError: (error) => notifyProblem('Not opened', error),
      onSettled: () => {
        setIsAsking(false)
        return queries.invalidateQueries({ queryKey: orpc.transparency.key() })
      },
    }),
  )
  return (
    <div className="mt-2 text-sm">
      <p>
        {state === 'rolled_back'
          ? 'This database does not hold all that was published, or the file that says so is missing from KEY_DIR. Leaves wait, and nothing is signed: a second history under the same name would look like fraud.'
          : 'The key of the log does not open under the SECRET_KEY of this server. Leaves wait, and nothing is signed. If the SECRET_KEY it was sealed under still exists, go back to it, or move the key with npm run keys:rewrap.'}{' '}
        A new log names the newest head that was published.
      </p>
      <Button size="sm" className="mt-2" onClick={() => setIsAsking(true)}>
        Open New Log
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Open a new log?"
        description="The log before is closed for good, and its key is erased. If you can still restore the database to a later moment, or have its SECRET_KEY, do that instead."
        action="Open New Log"
        isBusy={open.isPending}
        onConfirm={() => open.mutate({})}
      />
    </div>
  )
}
