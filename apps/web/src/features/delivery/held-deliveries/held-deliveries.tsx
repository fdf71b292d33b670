import type { HeldDelivery } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmKeys } from '@/components/blocks/queue/key-hints.tsx'
import { QueueLayout, QueueRow } from '@/components/blocks/queue/queue-layout.tsx'
import { useQueueSteps } from '@/components/blocks/queue/use-queue-steps.ts'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { orpc } from '@/lib/api/api.ts'
import { shortList } from '@/lib/api/by-cursor.ts'
import { dateTime, plural } from '@/lib/format.ts'
import { HeldDecision } from './held-decision.tsx'

/** Names the query of the deliveries that wait for staff. */
export const heldQuery = orpc.deliveries.staff.listHeld.queryOptions({
  input: shortList,
  select: ({ items }) => items.toSorted((a, b) => a.heldAt.getTime() - b.heldAt.getTime()),
})

const hints = [
  { key: 'J', does: 'next' },
  { key: 'K', does: 'previous' },
  { key: 'R', does: 'retry' },
  { key: 'D', does: 'give up' },
  { key: confirmKeys, does: 'confirm' },
] as const

/** Lists the deliveries that the platform could not process, the oldest first; nothing where there is none. */
export function HeldDeliveries() {
  const held = useQuery(heldQuery).data ?? []
  const [chosenId, setChosenId] = useState<string | null>(null)
  const opened = held.find(({ id }) => id === chosenId) ?? held[0]
  const steps = useQueueSteps({
    ids: held.map(({ id }) => id),
    openedId: opened?.id,
    isMore: false,
    open: setChosenId,
  })
  if (!opened) return null
  return (
    <section aria-labelledby="held-deliveries">
      <h2 id="held-deliveries" className="font-semibold text-lg">
        Held deliveries
      </h2>
      <p className="mt-1 mb-3 max-w-[90ch] text-base text-muted-foreground">
        A problem on our side stopped them. Their files stay sealed and their due dates are
        suspended until you retry or give up, the vendor cancels, or the contract ends. Client and
        vendor have been notified.
      </p>
      <QueueLayout
        order="Oldest first"
        rows={
          <ul>
            {held.map((delivery) => (
              <QueueRow
                key={delivery.id}
                title={delivery.title}
                note={delivery.vendorName}
                due={<TimeText at={delivery.heldAt} className="text-muted-foreground" />}
                isOpen={delivery.id === opened.id}
                onOpen={() => setChosenId(delivery.id)}
              />
            ))}
          </ul>
        }
        steps={steps}
        item={{
          id: opened.id,
          title: opened.title,
          facts: (
            <>
              {opened.contractId ? <Id>{opened.contractId}</Id> : <span>For a listing</span>}
              <span>{opened.vendorName}</span>
              <span>
                held since <TimeText at={opened.heldAt} show={dateTime} />
              </span>
            </>
          ),
          evidence: <Evidence delivery={opened} />,
          decision: <HeldDecision delivery={opened} steps={steps} />,
        }}
        hints={hints}
      />
    </section>
  )
}

function Evidence({ delivery: { cause, fileName, fileCount } }: { delivery: HeldDelivery }) {
  return (
    <div className="px-4 py-4 md:px-5">
      <h3 className="font-medium text-sm">What stopped it</h3>
      <p className="mt-1 text-base [overflow-wrap:anywhere]">{cause}</p>
      <DescriptionList
        className="mt-3 border-t"
        rows={[
          {
            term: plural(fileCount, 'file'),
            value: <span className="[overflow-wrap:anywhere]">{fileName}</span>,
          },
        ]}
      />
    </div>
  )
}
