import type { EmployeeRequest } from '@semblance/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { Select } from '@/components/ui/select.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { date } from '@/lib/format.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { type FirstRole, firstRoleOptions, rolesOfChoice, useOfferedRoles } from './role-labels.ts'

export const requestsQuery = orpc.organizations.listRequests.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

export const employeeRequestColumns: readonly Column<EmployeeRequest>[] = [
  { csvHead: 'Name', csv: (request) => request.name },
  { csvHead: 'E-mail', csv: (request) => request.email },
  { csvHead: 'Role', csv: (request) => request.role },
  { csvHead: 'Requested', csv: (request) => request.requestedAt },
]

/** Lists users who signed up with the organization's ID and wait for approval. */
export function EmployeeRequests() {
  const titleId = useId()
  const query = useInfiniteQuery(requestsQuery)
  const count = query.data?.pages.flatMap((page) => page.items).length ?? 0
  return (
    <section className="card overflow-hidden" aria-labelledby={titleId}>
      <div className="flex flex-wrap items-center gap-2.5 border-b px-4 py-4 md:px-5">
        <h2 id={titleId} className="font-semibold text-md">
          Pending employee requests
        </h2>
        {count > 0 && (
          <span className="num rounded-xs bg-st-warn-bg px-1.5 py-0.5 font-medium text-st-warn-fg text-xs">
            {count}
            {query.hasNextPage && '+'}
          </span>
        )}
        <div className="ml-auto">
          <ExportCsv
            noun="employee requests"
            columns={employeeRequestColumns}
            readPage={api.organizations.listRequests}
            query={query}
          />
        </div>
      </div>
      <PagedList
        query={query}
        errorTitle="Requests did not load"
        empty={
          <p className="px-4 py-6 text-base text-muted-foreground md:px-5">
            Nobody is waiting. People who sign up with your organization ID appear here.
          </p>
        }
      >
        {(requests) => (
          <ul className="divide-y">
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

function RequestRow({ request }: { request: EmployeeRequest }) {
  const { id, name, email, role, requestedAt } = request
  const signInFirst = useRequireSignIn()
  const offered = useOfferedRoles()
  const [choice, setChoice] = useState<FirstRole>('usual')
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: orpc.organizations.key() })
  const approve = useMutation(
    orpc.organizations.approveRequest.mutationOptions({
      onSuccess: () => notify.success('User Approved', `${name || email} can work here now.`),
      onError: (error) => notifyProblem('Not approved', error),
      onSettled,
    }),
  )
  const reject = useMutation(
    orpc.organizations.rejectRequest.mutationOptions({
      onSuccess: () => notify.success('User Rejected', `We told ${name || email} by e-mail.`),
      onError: (error) => notifyProblem('Not rejected', error),
      onSettled,
    }),
  )
  const isBusy = approve.isPending || reject.isPending
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3 md:px-5">
      <Avatar name={name || email} size={36} />
      <div className="min-w-0 flex-1 basis-52">
        <div className="font-medium">{name || email}</div>
        <div className="truncate text-muted-foreground text-sm">{email}</div>
      </div>
      <div className="w-40 text-sm max-sm:w-auto">
        <div className="truncate">{role || 'No role given'}</div>
        <div className="num text-muted-foreground">{date(requestedAt)}</div>
      </div>
      <Select
        size="sm"
        className="w-52 max-sm:w-full"
        aria-label={`Role of ${name || email}`}
        options={firstRoleOptions(offered)}
        value={choice}
        onValueChange={setChoice}
      />
      <div className="flex gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
        <Button
          size="sm"
          variant="soft"
          disabled={isBusy}
          loading={approve.isPending}
          aria-label={`Approve ${name || email}`}
          onClick={() => signInFirst(() => approve.mutate({ id, roles: rolesOfChoice(choice) }))}
        >
          {!approve.isPending && <Check aria-hidden />}
          Approve
        </Button>
        <Button
          size="sm"
          variant="outline"
          disabled={isBusy}
          loading={reject.isPending}
          aria-label={`Reject ${name || email}`}
          onClick={() => signInFirst(() => reject.mutate({ id }))}
        >
          Reject
        </Button>
      </div>
    </li>
  )
}
