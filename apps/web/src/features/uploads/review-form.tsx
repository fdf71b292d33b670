import type { ColumnChoice, Delivery, ReviewedTable } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorSummary } from '@/components/blocks/error-summary.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { count, plural } from '@/lib/format.ts'
import { ReviewedColumns } from './reviewed-columns.tsx'

type ReviewFormProps = { contractId: string; delivery: Delivery }

/** What was found in the files, to be corrected and confirmed before the twin is made. */
export function ReviewForm({ contractId, delivery }: ReviewFormProps) {
  const queryClient = useQueryClient()
  const [choices, setChoices] = useState<readonly ColumnChoice[]>([])
  const onSuccess = (next: Delivery) => {
    queryClient.setQueryData(orpc.deliveries.latest.queryKey({ input: { contractId } }), next)
  }
  const submit = useMutation({ ...orpc.deliveries.submit.mutationOptions(), onSuccess })
  const reopen = useMutation({ ...orpc.deliveries.reopen.mutationOptions(), onSuccess })
  const tables = delivery.review ?? []
  const problem = submit.error ?? reopen.error
  const isBusy = submit.isPending || reopen.isPending
  return (
    <form
      noValidate
      className="grid min-w-0 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit.mutate({ contractId, choices: [...choices] })
      }}
    >
      <UnsavedGuard when={choices.length > 0 && !submit.isSuccess && !isBusy} />
      {problem && <ErrorSummary title={toProblem(problem).message} />}
      {delivery.reason && !problem && <ErrorSummary title={delivery.reason} />}
      {tables.map((table) => (
        <ReviewedPanel
          key={table.name}
          table={table}
          choices={choices}
          onChoice={(choice) => setChoices(withChoice(choices, choice))}
        />
      ))}
      <div className="card flex flex-wrap items-center justify-end gap-3 px-4 py-4 max-md:[&>button]:w-full md:px-5">
        <p className="mr-auto max-w-[52ch] text-muted-foreground text-sm">
          {plural(tables.length, 'table')} from {plural(delivery.fileCount, 'file')}. Each becomes a
          synthetic table of its own; then the originals are destroyed.
        </p>
        <Button
          type="button"
          variant="outline"
          size="lg"
          disabled={isBusy}
          onClick={() => reopen.mutate({ contractId })}
        >
          Back to Files
        </Button>
        <Button type="submit" size="lg" loading={submit.isPending} disabled={isBusy}>
          Confirm and Submit Delivery
        </Button>
      </div>
    </form>
  )
}

/** One choice for each column; what is as it was found is none. */
function withChoice(choices: readonly ColumnChoice[], next: ColumnChoice): ColumnChoice[] {
  const others = choices.filter(
    ({ table, column }) => table !== next.table || column !== next.column,
  )
  return next.kind || next.drop ? [...others, next] : others
}

type ReviewedPanelProps = {
  table: ReviewedTable
  choices: readonly ColumnChoice[]
  onChoice: (choice: ColumnChoice) => void
}

function ReviewedPanel({ table, choices, onChoice }: ReviewedPanelProps) {
  const { name, file, rows, columns } = table
  const chosen = new Map(
    choices.filter((one) => one.table === name).map((one) => [one.column, one]),
  )
  return (
    <Panel
      title={`Review ${name}`}
      description={`${file}: ${count(rows)} rows, ${plural(columns.length, 'column')}`}
      flush
    >
      <ReviewedColumns
        table={table}
        chosen={chosen}
        onChoice={(column, part) => onChoice({ table: name, column, ...part })}
      />
    </Panel>
  )
}
