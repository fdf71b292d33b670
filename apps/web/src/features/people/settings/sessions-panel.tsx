import type { AccountSession } from '@semblance/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { date, plural } from '@/lib/format.ts'

export const sessionsQuery = orpc.settings.listSessions.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor, limit: 10 }),
  ...byCursor,
})

/** Lists the user's sessions. */
export function SessionsPanel() {
  const query = useInfiniteQuery(sessionsQuery)
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: orpc.settings.listSessions.key() })
  const onError = (error: unknown) => notify.error('Not signed out', toProblem(error).message)
  const revoke = useMutation(
    orpc.settings.revokeSession.mutationOptions({
      onSuccess: () => notify.success('Signed out', 'That device has to sign in again.'),
      onError,
      onSettled,
    }),
  )
  const revokeOthers = useMutation(
    orpc.settings.revokeOtherSessions.mutationOptions({
      onSuccess: ({ ended }) =>
        notify.success('Signed out elsewhere', `${plural(ended, 'session')} ended.`),
      onError,
      onSettled,
    }),
  )
  const hasOthers = query.data?.pages[0]?.items.some((session) => !session.isCurrent) ?? false
  return (
    <Panel
      title="Where you are signed in"
      description="Something you don't know? Sign it out and change your password."
      action={
        hasOthers && (
          <Button
            variant="outline"
            size="sm"
            loading={revokeOthers.isPending}
            onClick={() => revokeOthers.mutate(undefined)}
          >
            Sign out others
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        errorTitle="Your sessions did not load"
        skeleton={<SkeletonRows rows={2} />}
      >
        {({ pages }) => (
          <>
            <ul className="divide-y border-t">
              {pages
                .flatMap((page) => page.items)
                .map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    isBusy={revoke.isPending && revoke.variables.id === session.id}
                    onRevoke={() => revoke.mutate({ id: session.id })}
                  />
                ))}
            </ul>
            <LoadMore query={query} className="pb-0" />
          </>
        )}
      </QueryState>
    </Panel>
  )
}

type SessionRowProps = { session: AccountSession; isBusy: boolean; onRevoke: () => void }

function SessionRow({ session, isBusy, onRevoke }: SessionRowProps) {
  const { device, place, isCurrent, lastUsedAt, signedInAt } = session
  return (
    <li className="flex items-center gap-3 py-3 last:pb-0">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-sm bg-muted text-muted-foreground"
      >
        <MonitorSmartphone className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="font-medium">
          {device}
          {isCurrent && <span className="font-normal text-muted-foreground"> (this device)</span>}
        </div>
        <div className="text-muted-foreground text-sm">
          <span className="num">{place}</span> · used <TimeText at={lastUsedAt} /> · signed in{' '}
          {date(signedInAt)}
        </div>
      </div>
      {!isCurrent && (
        <Button
          variant="ghost"
          size="sm"
          loading={isBusy}
          aria-label={`Sign out ${device}, ${place}`}
          onClick={onRevoke}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
