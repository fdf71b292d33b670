import type { DataContract, Delivery, ReviewChoices, SourceChoice } from '@semblance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { SourceField } from '@/components/blocks/sources/source-field.tsx'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'
import { plural } from '@/lib/format.ts'
import type { Desk } from '../desk.ts'
import { useShownDelivery } from '../use-shown-delivery.ts'
import { breaksOf } from './agreement-breaks.ts'
import { withFound, withProposed } from './review-choices.ts'
import { ReviewFoot } from './review-foot.tsx'
import { ReviewedTablePanel } from './reviewed-table.tsx'
import { Forecast } from './run-forecast.tsx'
import { useForecast } from './use-forecast.ts'

type ReviewFormProps = {
  desk: Desk
  delivery: Delivery
  /** The agreed columns; null where there is no agreement about them. */
  agreed: DataContract | null
}

/** Shows the findings in the files, to be corrected and confirmed before the twin is made. */
export function ReviewForm({ desk, delivery, agreed }: ReviewFormProps) {
  const tables = delivery.review ?? []
  const [before] = useState(() => withFound(delivery.chosen ?? nothingChosen, tables))
  const [said, setSaid] = useState(before)
  const [source, setSource] = useState<SourceChoice>()
  const profiles = useQuery({
    ...desk.profiles,
    staleTime: Number.POSITIVE_INFINITY, // another inspection is another delivery's review, with another form
  })
  const found = profiles.data?.tables
  const chosen = useMemo(() => withProposed(said, found ?? []), [said, found])
  const forecast = useForecast({ desk, chosen, source })
  const onSuccess = useShownDelivery(desk)
  const submit = useMutation({ mutationFn: desk.submit, onSuccess })
  const reopen = useMutation({ mutationFn: desk.reopen, onSuccess })
  const problem = submit.error ?? reopen.error
  const fields = submit.error ? toProblem(submit.error).fields : {}
  const isBusy = submit.isPending || reopen.isPending
  return (
    <form
      noValidate
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit.mutate({ source, ...chosen })
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
        description="What buyers can learn about each row of the same data, over all deliveries, previews and listed twins, stays within a limit that your administrator sets."
      >
        <SourceField
          deal={desk.deal}
          value={source}
          onChange={setSource}
          overlaps={delivery.overlaps}
          isConnected={delivery.isConnected}
          error={fields.source ?? fields['source.name']}
        />
        <Forecast texts={desk.texts} {...forecast} />
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
            <MayCall procedure={desk.procedures.reopen}>
              <Button
                type="button"
                variant="outline"
                size="lg"
                disabled={isBusy}
                onClick={() => reopen.mutate()}
              >
                {delivery.isConnected ? 'Back to the Choice' : 'Back to Files'}
              </Button>
            </MayCall>
            <RoleGate
              procedure={desk.procedures.submit}
              to="confirm a review"
              className="max-w-[44ch]"
            >
              <Button type="submit" size="lg" loading={submit.isPending} disabled={isBusy}>
                {desk.texts.submit}
              </Button>
            </RoleGate>
          </>
        }
      />
    </form>
  )
}

const nothingChosen: ReviewChoices = { choices: [], tables: [] }
