import type { Invitation } from '@semblance/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { notify } from '@/components/ui/toast.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { date } from '@/lib/format.ts'
import { InviteForm } from './invite-form.tsx'

export const invitationsQuery = orpc.organizations.listInvitations.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

export const invitationColumns: readonly Column<Invitation>[] = [
  { csvHead: 'E-mail', csv: (invitation) => invitation.email },
  { csvHead: 'Invited by', csv: (invitation) => invitation.invitedBy },
  { csvHead: 'Invited', csv: (invitation) => invitation.invitedAt },
  { csvHead: 'Open until', csv: (invitation) => invitation.expiresAt },
]

/** Lists invitations by e-mail; invited users need no further approval. */
export function InvitationsPanel() {
  const query = useInfiniteQuery(invitationsQuery)
  return (
    <Panel
      title="Invite by e-mail"
      description="Whoever opens the link joins at once, without a request."
      action={
        <ExportCsv
          noun="invitations"
          columns={invitationColumns}
          readPage={api.organizations.listInvitations}
          query={query}
        />
      }
    >
      <InviteForm />
      <QueryState query={query} errorTitle="Invitations did not load" skeleton={null}>
        {({ pages }) => (
          <ul
            aria-label="Open invitations"
            className="mt-4 divide-y border-t empty:mt-0 empty:border-0"
          >
            {pages
              .flatMap((page) => page.items)
              .map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
          </ul>
        )}
      </QueryState>
      <LoadMore query={query} />
    </Panel>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, invitedBy, invitedAt, expiresAt } = invitation
  const queries = useQueryClient()
  const revoke = useMutation(
    orpc.organizations.revokeInvitation.mutationOptions({
      onSuccess: () => notify.success('Invitation withdrawn', `The link to ${email} is dead now.`),
      onError: (error) => notify.error('Not withdrawn', toProblem(error).message),
      onSettled: () =>
        queries.invalidateQueries({ queryKey: orpc.organizations.listInvitations.key() }),
    }),
  )
  return (
    <li className="flex items-center gap-3 py-3 last:pb-0">
      <div className="min-w-0 flex-1">
        <div className="font-medium [overflow-wrap:anywhere]">{email}</div>
        <div className="text-muted-foreground text-sm">
          {invitedBy && `By ${invitedBy}, `}
          {date(invitedAt)} · {expiresAt < new Date() ? 'expired' : `open until ${date(expiresAt)}`}
        </div>
      </div>
      <Button
        variant="ghost"
        size="sm"
        loading={revoke.isPending}
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={() => revoke.mutate({ id })}
      >
        Withdraw
      </Button>
    </li>
  )
}
