import { type ContractDetail, contractCan, type Push, pushFailureTexts } from '@semblance/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Select } from '@/components/ui/select.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { dateTime, fileSize } from '@/lib/format.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { paths } from '@/paths.ts'
import { destinationsQuery } from './destinations-panel.tsx'

const shown = 5

export const pushesQuery = (contractId: string) =>
  orpc.pushes.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ contractId, cursor, limit: shown }),
    ...byCursor,
  })

/** Shows the client what of a contract was sent to its own systems, and sends it there. */
export function PushesPanel({ contract }: { contract: ContractDetail }) {
  const query = useInfiniteQuery(pushesQuery(contract.id))
  const destinations = useInfiniteQuery(destinationsQuery)
  const open = destinations.data?.pages.flatMap(({ items }) => items) ?? []
  const usable = open.filter(({ state }) => state === 'enabled')
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  const isAgreed = contract.deliveryMethod === 'sftp'
  if (rows.length === 0 && usable.length === 0 && !isAgreed) return null
  const canSend = contractCan.download(contract.status)
  return (
    <Panel
      title="Sent to your systems"
      description="Copies there are yours: we state what was sent, and cannot delete it."
      bodyClassName="pb-3!"
    >
      {isAgreed && !usable.some(({ settings }) => settings.kind === 'sftp') && (
        <p className="mb-3 max-w-[72ch] text-base">
          This contract agrees on a transfer by SFTP, and your organization has no SFTP destination.
          Until an administrator sets one up, the delivery can be downloaded.
        </p>
      )}
      {rows.length > 0 && (
        <ul className="divide-y">
          {rows.map((push) => (
            <PushRow key={push.id} push={push} />
          ))}
        </ul>
      )}
      <LoadMore query={query} label="Show earlier" className="p-2" />
      {canSend && usable.length > 0 && <SendTo contractId={contract.id} destinations={usable} />}
      <p className="mt-3 text-sm">
        <Link className="link" to={`${paths.developers}?tab=destinations`}>
          Destinations of your organization
        </Link>
      </p>
    </Panel>
  )
}

function PushRow({ push }: { push: Push }) {
  const { destinationName, target, state, failure, sentFiles, allFiles, sentBytes } = push
  const at = push.finishedAt ?? push.attemptedAt ?? push.createdAt
  return (
    <li className="grid gap-1 py-3 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-medium text-base [overflow-wrap:anywhere]">{destinationName}</span>
        <StatusBadge domain="webhook" status={state} />
      </div>
      <div className="mono text-sm [overflow-wrap:anywhere]">{target}</div>
      <div className="num text-muted-foreground text-sm">
        {allFiles === null ? 'Not begun' : `${sentFiles} of ${allFiles} files`}
        {sentBytes > 0 && `, ${fileSize(sentBytes)}`} · <TimeText at={at} show={dateTime} />
      </div>
      {failure && (
        <p className="text-sm [overflow-wrap:anywhere]">
          {pushFailureTexts[failure]}
          {state === 'pending' && push.nextAt && (
            <>
              {' '}
              It is tried again <TimeText at={push.nextAt} show={dateTime} />.
            </>
          )}
        </p>
      )}
    </li>
  )
}

type SendToProps = { contractId: string; destinations: readonly { id: string; name: string }[] }

function SendTo({ contractId, destinations }: SendToProps) {
  const may = useMayCall('pushes.send')
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(destinations[0]?.id ?? '')
  const send = useMutation(
    orpc.pushes.send.mutationOptions({
      onError: (error) => notifyProblem('Not sent', error),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.pushes.list.key() }),
    }),
  )
  if (!may) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <Select
        aria-label="Destination"
        size="sm"
        className="w-full sm:w-60"
        options={destinations.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onValueChange={setChosen}
      />
      <Button
        size="sm"
        variant="outline"
        loading={send.isPending}
        onClick={() => send.mutate({ contractId, destinationId: chosen })}
      >
        <Send aria-hidden />
        Send
      </Button>
    </div>
  )
}
