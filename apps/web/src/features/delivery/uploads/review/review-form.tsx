import type { DataContract, Delivery, ReviewChoices, SourceChoice } from '@semblance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { SourceField } from '@/components/blocks/sources/source-field.tsx'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { plural } from '@/lib/format.ts'
import { useShownDelivery } from '../use-shown-delivery.ts'
import { breaksOf } from './agreement-breaks.ts'
import { withFound, withProposed } from './review-choices.ts'
import { ReviewFoot } from './review-foot.tsx'
import { ReviewedTablePanel } from './reviewed-table.tsx'
import { Forecast } from './run-forecast.tsx'
import { useForecast } from './use-forecast.ts'

type ReviewFormProps = { contractId: string; delivery: Delivery }

/** Shows the findings in the files, to be corrected and confirmed before the twin is made. */
export function ReviewForm({ contractId, delivery }: ReviewFormProps) {
  const tables = delivery.review ?? []
  const [before] = useState(() => withFound(delivery.chosen ?? nothingChosen, tables))
  const [said, setSaid] = useState(before)
  const [source, setSource] = useState<SourceChoice>()
  const profiles = useQuery({
    ...orpc.deliveries.profiles.queryOptions({ input: { contractId } }),
    staleTime: Number.POSITIVE_INFINITY, // another inspection is another delivery's review, with another form
  })
  const found = profiles.data?.tables
  const chosen = useMemo(() => withProposed(said, found ?? []), [said, found])
  const forecast = useForecast({ contractId, chosen, source })
  const agreed = useDataContract(contractId)
  const onSuccess = useShownDelivery(contractId)
  const submit = useMutation({ ...orpc.deliveries.submit.mutationOptions(), onSuccess })
  const reopen = useMutation({ ...orpc.deliveries.reopen.mutationOptions(), onSuccess })
  const problem = submit.error ?? reopen.error
  const fields = submit.error ? toProblem(submit.error).fields : {}
  const isBusy = submit.isPending || reopen.isPending
  return (
    <form
      noValidate
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit.mutate({ contractId, source, ...chosen })
      }}
    >
      <UnsavedGuard when={said !== before && !submit.isSuccess && !isBusy} />
      {problem && <ErrorSummary title={toProblem(problem).message} />}
      {delivery.reason && !problem && <ErrorSummary title={delivery.reason} />}
      {tables.map((table) => {
        const profile = found?.find(({ name }) => name === table.name)
        const byName = new Map(profile?.columns.map((column) => [column.name, column]))
        return (
          <ReviewedTablePanel
            key={table.name}
            table={table}
            profile={profile}
            breaks={
              agreed && breaksOf(table, tables, chosen, { contract: agreed, profiles: byName })
            }
            chosen={chosen}
            onChange={setSaid}
          />
        )
      })}
      <Panel
        title="Privacy account"
        description="What buyers can learn about each row of the same data, over all deliveries and previews, stays within a limit that your administrator sets."
      >
        <SourceField
          deal={contractId}
          value={source}
          onChange={setSource}
          overlaps={delivery.overlaps}
          isConnected={delivery.isConnected}
          error={fields.source ?? fields['source.name']}
        />
        <Forecast {...forecast} />
      </Panel>
      <p className="max-w-[100ch] text-muted-foreground text-sm">
        {delivery.isConnected
          ? `${plural(tables.length, 'table')}, read in place. Each becomes a synthetic table of its own; what a run has read is removed with it. Hashes of rows remain, by which we know the same data again.`
          : `${plural(tables.length, 'table')} from ${plural(delivery.fileCount, 'file')}. Each becomes a synthetic table of its own; then the originals are deleted, with their keys. Hashes of their rows remain, by which we know the same data again.`}
      </p>
      <ReviewFoot
        tables={tables}
        chosen={chosen}
        forecast={forecast.data}
        actions={
          <>
            <Button
              type="button"
              variant="outline"
              size="lg"
              disabled={isBusy}
              onClick={() => reopen.mutate({ contractId })}
            >
              {delivery.isConnected ? 'Back to the Choice' : 'Back to Files'}
            </Button>
            <Button type="submit" size="lg" loading={submit.isPending} disabled={isBusy}>
              Confirm and Submit Delivery
            </Button>
          </>
        }
      />
    </form>
  )
}

/** Returns the data contract of the request behind a contract; null while it is read, and where there is none. */
function useDataContract(contractId: string): DataContract | null {
  const contract = useQuery(orpc.contracts.get.queryOptions({ input: { contractId } })).data
  const dprId = contract?.dprId ?? ''
  const request = useQuery({
    ...orpc.dprs.get.queryOptions({ input: { dprId } }),
    enabled: dprId !== '',
  })
  return request.data?.dataContract ?? null
}

const nothingChosen: ReviewChoices = { choices: [], tables: [] }
