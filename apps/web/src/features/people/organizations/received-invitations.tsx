import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { shortList } from '@/lib/api/by-cursor.ts'
import { useSupabase } from '@/lib/session/session.tsx'

const receivedQuery = orpc.organizations.receivedInvitations.queryOptions({
  input: shortList,
  select: ({ items }) => items,
})

/** Lists organizations that invite the caller, who had an account already. */
export function ReceivedInvitations() {
  const supabase = useSupabase()
  const queries = useQueryClient()
  const { data: invitations = [] } = useQuery(receivedQuery)
  const accept = useMutation(
    orpc.organizations.acceptInvitation.mutationOptions({
      onSuccess: async ({ organization }) => {
        // The new roles come with a new token.
        await supabase.auth.refreshSession()
        notify.success('Welcome', `You work for ${organization?.name ?? 'your organization'} now.`)
      },
      onError: (error) => notify.error('Not joined', toProblem(error).message),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
    }),
  )
  if (invitations.length === 0) return null
  return (
    <ul aria-label="Invitations" className="mb-8 grid gap-3">
      {invitations.map(({ id, organizationName }) => (
        <li key={id} className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-4 md:px-5">
          <MailOpen className="size-5 shrink-0 text-primary" aria-hidden />
          <p className="min-w-0 flex-1 basis-56 text-md">
            <span className="font-semibold">{organizationName}</span> invites you to work there.
          </p>
          <Button
            loading={accept.isPending && accept.variables.id === id}
            onClick={() => accept.mutate({ id })}
          >
            Join {organizationName}
          </Button>
        </li>
      ))}
    </ul>
  )
}
