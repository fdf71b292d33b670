import type { HeldDelivery } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { shortList } from '@/lib/api/by-cursor.ts'
import { dateTime, plural } from '@/lib/format.ts'
import { GiveUpDelivery } from './give-up-delivery.tsx'

/** Names the query of the deliveries that wait for staff. */
export const heldQuery = orpc.deliveries.staff.listHeld.queryOptions({
  input: shortList,
  select: ({ items }) => items,
})

/** Lists the deliveries that the platform could not process; nothing where there is none. */
export function HeldDeliveries() {
  const held = useQuery(heldQuery).data ?? []
  if (held.length === 0) return null
  return (
    <Panel
      title="Held deliveries"
      description="A problem on our side stopped them. Their files stay sealed and their due dates are suspended until you retry or give up, the vendor cancels, or the contract ends. Client and vendor have been notified."
      className="border-st-warn-dot/60"
    >
      <ul className="grid gap-4">
        {held.map((delivery) => (
          <HeldRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    </Panel>
  )
}

function HeldRow({ delivery }: { delivery: HeldDelivery }) {
  const [isGivingUp, setGivingUp] = useState(false)
  const queries = useQueryClient()
  const retry = useMutation(
    orpc.deliveries.staff.retry.mutationOptions({
      onSuccess: () => notify.success('Delivery queued again'),
      onError: (error) => notify.error('Not retried', toProblem(error).message),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.deliveries.staff.key() }),
    }),
  )
  const { id, contractId, title, vendorName, fileName, fileCount, cause, heldAt } = delivery
  return (
    <li className="grid gap-2 border-t pt-4 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-medium [overflow-wrap:anywhere]">{title}</span>
        <Id>{contractId}</Id>
        <span className="text-muted-foreground text-sm">{vendorName}</span>
      </p>
      <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
        {fileName} ({plural(fileCount, 'file')}), held since{' '}
        <TimeText at={heldAt} show={dateTime} />
      </p>
      <p className="text-sm [overflow-wrap:anywhere]">{cause}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" loading={retry.isPending} onClick={() => retry.mutate({ id })}>
          Retry
        </Button>
        <Button size="sm" variant="outline" onClick={() => setGivingUp(true)}>
          Give Up
        </Button>
      </div>
      {isGivingUp && <GiveUpDelivery delivery={delivery} onClose={() => setGivingUp(false)} />}
    </li>
  )
}
