import { type StaffTicket, ticketCan } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Select } from '@/components/ui/select.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { shortList } from '@/lib/api/by-cursor.ts'
import { useAuth } from '@/lib/session/session.tsx'

const NOBODY = 'nobody'

const teamQuery = orpc.support.staff.team.queryOptions({
  input: shortList,
  select: ({ items }) => items,
})

/** Selects the assignee of a ticket, unless it is closed. */
export function AssigneeSelect({ ticket }: { ticket: StaffTicket }) {
  const { user } = useAuth()
  const queries = useQueryClient()
  const team = useQuery(teamQuery)
  const assign = useMutation(
    orpc.support.staff.assign.mutationOptions({
      onError: (error) => notify.error('Not assigned', toProblem(error).message),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.support.key() }),
    }),
  )
  const { id, assignee } = ticket
  if (!ticketCan.assign(ticket.status)) return <>{assignee?.name ?? 'Nobody'}</>
  const members = team.data ?? []
  const isGone = assignee && !members.some((member) => member.id === assignee.id)
  const options = (isGone ? [...members, assignee] : members).map((member) => ({
    value: member.id,
    label: member.id === user?.id ? `${member.name} (you)` : member.name,
  }))
  const asked = assign.isPending ? assign.variables.staffId : assignee?.id
  return (
    <Select
      size="sm"
      aria-label="Assigned to"
      className="w-full max-w-64"
      disabled={assign.isPending}
      value={asked ?? NOBODY}
      options={[{ value: NOBODY, label: 'Nobody' }, ...options]}
      onValueChange={(next) =>
        assign.mutate({ ticketId: id, staffId: next === NOBODY ? null : next })
      }
    />
  )
}
