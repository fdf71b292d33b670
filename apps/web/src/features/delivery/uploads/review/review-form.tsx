import {
  type Delivery,
  type ReviewChoices,
  type ReviewedTable,
  ruleColumns,
  type SourceChoice,
} from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { SourceField } from '@/components/blocks/sources/source-field.tsx'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { count, plural } from '@/lib/format.ts'
import { useShownDelivery } from '../use-shown-delivery.ts'
import {
  relatedTable,
  relationsOf,
  suggestedNow,
  withColumn,
  withFound,
  withRelations,
} from './review-choices.ts'
import { ReviewedColumns } from './reviewed-columns.tsx'
import { ReviewedRows } from './reviewed-rows.tsx'
import { Forecast } from './run-forecast.tsx'

type ReviewFormProps = { contractId: string; delivery: Delivery }

/** Shows the findings in the files, to be corrected and confirmed before the twin is made. */
export function ReviewForm({ contractId, delivery }: ReviewFormProps) {
  const tables = delivery.review ?? []
  const [before] = useState(() => withFound(delivery.chosen ?? nothingChosen, tables))
  const [chosen, setChosen] = useState(before)
  const [source, setSource] = useState<SourceChoice>()
  const onSuccess = useShownDelivery(contractId)
  const submit = useMutation({ ...orpc.deliveries.submit.mutationOptions(), onSuccess })
  const reopen = useMutation({ ...orpc.deliveries.reopen.mutationOptions(), onSuccess })
  const problem = submit.error ?? reopen.error
  const fields = submit.error ? toProblem(submit.error).fields : {}
  const isBusy = submit.isPending || reopen.isPending
  return (
    <form
      noValidate
      className="grid min-w-0 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit.mutate({ contractId, source, ...chosen })
      }}
    >
      <UnsavedGuard when={chosen !== before && !submit.isSuccess && !isBusy} />
      {problem && <ErrorSummary title={toProblem(problem).message} />}
      {delivery.reason && !problem && <ErrorSummary title={delivery.reason} />}
      {tables.map((table) => (
        <ReviewedPanel key={table.name} table={table} chosen={chosen} onChange={setChosen} />
      ))}
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
        <Forecast contractId={contractId} chosen={chosen} source={source} />
      </Panel>
      <div className="card flex flex-wrap items-center justify-end gap-3 px-4 py-4 max-md:[&>button]:w-full md:px-5">
        <p className="mr-auto max-w-[52ch] text-muted-foreground text-sm">
          {delivery.isConnected
            ? `${plural(tables.length, 'table')}, read in place. Each becomes a synthetic table of its own; what a run has read is removed with it. Hashes of rows remain, by which we know the same data again.`
            : `${plural(tables.length, 'table')} from ${plural(delivery.fileCount, 'file')}. Each becomes a synthetic table of its own; then the originals are deleted, with their keys. Hashes of their rows remain, by which we know the same data again.`}
        </p>
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
      </div>
    </form>
  )
}

const nothingChosen: ReviewChoices = { choices: [], tables: [] }

type ReviewedPanelProps = {
  table: ReviewedTable
  chosen: ReviewChoices
  onChange: (chosen: ReviewChoices) => void
}

function ReviewedPanel({ table, chosen, onChange }: ReviewedPanelProps) {
  const { name, file, rows, columns } = table
  const choices = new Map(
    chosen.choices.filter((one) => one.table === name).map((one) => [one.column, one]),
  )
  const kept = columns.flatMap((column) => {
    const { drop, kind = column.kind } = choices.get(column.name) ?? {}
    return drop ? [] : [{ ...column, kind }]
  })
  return (
    <Panel
      title={`Review ${name}`}
      description={`${file}: ${count(rows)} rows, ${plural(columns.length, 'column')}`}
      flush
    >
      <ReviewedColumns
        table={table}
        chosen={choices}
        onChoice={(column, part) => onChange(withColumn(chosen, { table: name, column, ...part }))}
      />
      <ReviewedRows
        table={name}
        columns={kept}
        ruleColumns={ruleColumns(table, chosen)}
        suggested={suggestedNow(chosen, table)}
        followsBy={table.followsBy}
        said={relationsOf(chosen, name)}
        relatedTo={relatedTable(chosen, name)}
        onChange={(change) => onChange(withRelations(chosen, name, change))}
      />
    </Panel>
  )
}
