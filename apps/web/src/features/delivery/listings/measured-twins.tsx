import { deliveryCan, type ListedTwin } from '@semblance/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { date } from '@/lib/format.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'

export const twinsQuery = orpc.twins.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

/** Lists twins that were measured for listings or are under way, newest first; nothing without any. */
export function MeasuredTwins() {
  const query = useInfiniteQuery(twinsQuery)
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) ?? !query.isError
  if (isEmpty) return null
  return (
    <Panel
      title="Measured for a listing"
      description="Data of no contract. You begin a twin, upload its files and review them through the API; here you see how far it is. What is measured is charged to its source, also where the twin is then not made."
      flush
    >
      <PagedList query={query} errorTitle="Twins did not load" empty={null}>
        {(rows) => (
          <ul className="divide-y border-t">
            {rows.map((twin) => (
              <TwinRow key={twin.id} twin={twin} />
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}

function TwinRow({ twin }: { twin: ListedTwin }) {
  const { title, status, fileName, reason, listingId, certificateId, createdAt } = twin
  return (
    <li className="grid gap-1 px-4 py-3 md:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-medium [overflow-wrap:anywhere]">{title}</p>
        <StatusBadge domain="twin" status={status} />
      </div>
      <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
        {fileName && `${fileName}, `}begun {date(createdAt)}
      </p>
      {reason && <p className="text-sm text-st-danger-fg">{reason}</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {listingId && (
          <Link to={paths.ownListing(listingId)} className="link">
            Open its listing
          </Link>
        )}
        {certificateId && (
          <Link to={paths.certificate(certificateId)} className="link">
            Open its certificate
          </Link>
        )}
        {deliveryCan.cancel(status) && <CancelTwin twin={twin} />}
      </div>
    </li>
  )
}

function CancelTwin({ twin: { id, title } }: { twin: ListedTwin }) {
  const [isAsked, setAsked] = useState(false)
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const cancel = useMutation(
    orpc.twins.cancel.mutationOptions({
      onError: (error) => notify.error('Not canceled', toProblem(error).message),
      onSettled: () => {
        setAsked(false)
        return queries.invalidateQueries({ queryKey: orpc.twins.key() })
      },
    }),
  )
  return (
    <RoleGate procedure="twins.cancel" to="cancel twins">
      <Button variant="outline" size="sm" onClick={() => signInFirst(() => setAsked(true))}>
        Cancel This Twin
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={`Cancel ${title}?`}
        description="Its measurement stops, and the files that you uploaded for it are deleted. What was measured already stays charged to its source."
        action="Cancel This Twin"
        isDestructive
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate({ twinId: id })}
      />
    </RoleGate>
  )
}
