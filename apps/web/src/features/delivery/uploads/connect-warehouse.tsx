import { type Delivery, maxConnectedObjects } from '@semblance/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { connectionsQuery } from '@/components/blocks/sources/connection-queries.ts'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'
import { contractDesk } from './desk.ts'
import { ObjectChoice } from './object-choice.tsx'
import { useShownDelivery } from './use-shown-delivery.ts'

type ConnectWarehouseProps = { contractId: string; delivery: Delivery | null }

/** Offers to measure tables or files where they are, through a connection of the organization. */
export function ConnectWarehouse({ contractId, delivery }: ConnectWarehouseProps) {
  const query = useInfiniteQuery(connectionsQuery)
  const connections = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Panel
      title="Connect a warehouse"
      description="Warehouses count where the data is, and a random sample comes here; files of a bucket are fetched for each run and removed with it. No original is stored."
    >
      {query.isPending ? (
        <Skeleton className="h-24" />
      ) : connections.length === 0 ? (
        <p className="max-w-[76ch] text-base">
          Your organization has no connection yet. An administrator adds one on the page{' '}
          <Link className="link" to={paths.sources}>
            Sources
          </Link>
          : a PostgreSQL or Trino warehouse, or an S3 bucket, with an account that may only read.
        </p>
      ) : (
        <ConnectForm contractId={contractId} delivery={delivery} connections={connections} />
      )}
    </Panel>
  )
}

type ConnectFormProps = ConnectWarehouseProps & {
  connections: { id: string; name: string; settings: { kind: 'postgres' | 'trino' | 's3' } }[]
}

function ConnectForm({ contractId, delivery, connections }: ConnectFormProps) {
  const signInFirst = useRequireSignIn()
  const before = delivery?.connected
  const known = connections.find(({ id }) => id === before?.connectionId)
  const [connectionId, setConnectionId] = useState(known?.id ?? connections[0]?.id ?? '')
  const [chosen, setChosen] = useState<readonly string[]>(known ? (before?.objects ?? []) : [])
  const [notes, setNotes] = useState(delivery?.notes ?? '')
  const isBucket = connections.find(({ id }) => id === connectionId)?.settings.kind === 's3'
  const objects = useQuery({
    ...orpc.connections.objects.queryOptions({ input: { connectionId } }),
    staleTime: 60_000,
    retry: false,
  })
  const connect = useMutation({
    ...orpc.deliveries.connect.mutationOptions(),
    onSuccess: useShownDelivery(contractDesk(contractId)),
  })
  const reason = delivery?.isConnected && delivery.reason
  const noun = isBucket ? 'files' : 'tables'
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        signInFirst(() =>
          connect.mutate({
            contractId,
            connectionId,
            objects: [...chosen],
            ...(notes && { notes }),
          }),
        )
      }}
    >
      {connect.error ? (
        <ErrorSummary title={toProblem(connect.error).message} />
      ) : (
        reason && <ErrorSummary title="Nothing was delivered." points={[reason]} />
      )}
      <Field label="Connection" required>
        {(field) => (
          <Select
            {...field}
            value={connectionId}
            onValueChange={(id) => {
              setConnectionId(id)
              setChosen([])
            }}
            options={connections.map(({ id, name }) => ({ value: id, label: name }))}
            className="w-full sm:w-96"
          />
        )}
      </Field>
      {objects.isPending && <Skeleton className="h-40" />}
      {objects.error && (
        <div className="grid justify-items-start gap-3">
          <ErrorSummary title={toProblem(objects.error).message} className="w-full" />
          <Button variant="outline" size="sm" onClick={() => objects.refetch()}>
            Try Again
          </Button>
        </div>
      )}
      {objects.data && (
        <ObjectChoice
          legend={isBucket ? 'Files' : 'Tables'}
          objects={objects.data.objects}
          isComplete={objects.data.isComplete}
          chosen={chosen}
          most={maxConnectedObjects}
          onChange={setChosen}
        />
      )}
      <Field
        label="Delivery notes"
        optional
        hint={`For the client: what the ${noun} hold, and anything they should know.`}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            maxLength={2000}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-3 border-t pt-4 max-md:[&>button]:w-full">
        <p className="mr-auto max-w-[56ch] text-muted-foreground text-sm">
          {isBucket
            ? 'The files are fetched for each run, and removed with it. If one is changed after your review, nothing is delivered.'
            : 'Counts and a random sample, of small tables all rows, come here; the sample is removed with the run. Next you review what was found in the tables.'}
        </p>
        <Button type="submit" size="lg" loading={connect.isPending} disabled={chosen.length === 0}>
          {isBucket ? 'Read Files' : 'Read Tables'}
        </Button>
      </div>
    </form>
  )
}
