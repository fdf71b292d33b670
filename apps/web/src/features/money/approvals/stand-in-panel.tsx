import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { date } from '@/lib/format.ts'
import { useMayCall } from '@/lib/session/may.ts'

const spans = [
  { value: '3', label: '3 days' },
  { value: '7', label: 'A week' },
  { value: '14', label: 'Two weeks' },
  { value: '30', label: '30 days' },
] as const

/** Lets approvers name who decides while they are away, and shows stand-ins their approvers. */
export function StandInPanel() {
  const query = useQuery(orpc.approvals.standIn.queryOptions())
  const mayApprove = useMayCall('approvals.setStandIn')
  if (!query.data) return null
  const { own, for: replaced } = query.data
  if (!mayApprove && replaced.length === 0) return null
  return (
    <Panel
      className="mt-5"
      title="While an approver is away"
      description="A stand-in decides within the approver's own limit, and never on what either of them asked for."
    >
      {replaced.map(({ userId, name, until }) => (
        <p key={userId}>
          You decide in place of {name} until {date(until)}.
        </p>
      ))}
      {mayApprove && (own ? <Named name={own.name} until={own.until} /> : <NameOne />)}
    </Panel>
  )
}

function useSetStandIn() {
  const queries = useQueryClient()
  return useMutation(
    orpc.approvals.setStandIn.mutationOptions({
      onSuccess: () => notify.success('Stand-in Saved', 'It counts from now on.'),
      onError: (error) => notifyProblem('Not saved', error),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.approvals.standIn.key() }),
    }),
  )
}

function Named({ name, until }: { name: string; until: Date }) {
  const change = useSetStandIn()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="mr-auto">
        {name} decides in your place until {date(until)}.
      </p>
      <Button
        variant="outline"
        size="sm"
        loading={change.isPending}
        onClick={() => change.mutate({ standIn: null })}
      >
        End Now
      </Button>
    </div>
  )
}

function NameOne() {
  const change = useSetStandIn()
  const [userId, setUserId] = useState('')
  const [days, setDays] = useState<(typeof spans)[number]['value']>('7')
  const members = useInfiniteQuery(
    orpc.organizations.listMembers.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor, limit: 100 }),
      ...byCursor,
    }),
  )
  const people = members.data?.pages.flatMap(({ items }) => items) ?? []
  const options = people
    .filter(({ isSelf, status }) => !isSelf && status === 'active')
    .map(({ id, name, email }) => ({ value: id, label: name || email }))
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Who decides in your place" className="basis-64">
        {(control) => (
          <Select
            {...control}
            options={options}
            value={userId}
            placeholder="Choose a colleague"
            onValueChange={setUserId}
          />
        )}
      </Field>
      <Field label="For how long" className="basis-40">
        {(control) => <Select {...control} options={spans} value={days} onValueChange={setDays} />}
      </Field>
      <Button
        variant="soft"
        disabled={!userId}
        loading={change.isPending}
        onClick={() => change.mutate({ standIn: { userId, days: Number(days) } })}
      >
        Name Stand-in
      </Button>
    </div>
  )
}
