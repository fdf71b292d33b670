import {
  type ConditionSign,
  conditionedDrawStatement,
  conditionSigns,
  conditionSignTexts,
  MAX_CONDITIONS,
  type MoreRows,
  parseWhole,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useForm } from 'react-hook-form'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { count } from '@/lib/format.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

type DrawInput = {
  rows: string
  conditions: { column: string; is: ConditionSign; value: string }[]
}

type DrawFormProps = { contractId: string; term: MoreRows; columns: string[] }

/** Takes how many rows to draw, and which conditions they are to meet. */
export function DrawForm({ contractId, term, columns }: DrawFormProps) {
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const form = useForm<DrawInput>({ defaultValues: { rows: '', conditions: [] } })
  const { register, control, formState, handleSubmit, setError, reset } = form
  const list = useFieldArray({ control, name: 'conditions' })
  const conditions = form.watch('conditions')
  const start = useMutation(
    orpc.draws.start.mutationOptions({
      onSuccess: () => {
        reset()
        void queries.invalidateQueries({ queryKey: orpc.draws.key() })
      },
      onError: (error) => {
        for (const [name, message] of Object.entries(toProblem(error).fields))
          setError(name.startsWith('conditions') ? 'conditions' : 'rows', { message })
      },
    }),
  )
  const send = ({ rows, conditions }: DrawInput) => {
    const wanted = parseWhole(rows)
    if (wanted === null || wanted < 1 || wanted > term.rows)
      setError('rows', { message: `Enter whole rows, 1 to ${count(term.rows)}` })
    else signInFirst(() => start.mutate({ contractId, rows: wanted, conditions }))
  }
  const { rows: rowsProblem, conditions: conditionProblem } = formState.errors
  const unnamed = start.error && !toProblem(start.error).fields.rows && !conditionProblem
  return (
    <form noValidate className="grid gap-3" onSubmit={handleSubmit(send)}>
      {unnamed && !rowsProblem && <ErrorSummary title={toProblem(start.error).message} />}
      <Field
        label="Rows"
        hint={`At most ${count(term.rows)} were agreed.`}
        error={rowsProblem?.message}
      >
        {(field) => (
          <Input
            {...field}
            {...register('rows')}
            inputMode="numeric"
            autoComplete="off"
            className="num"
          />
        )}
      </Field>
      {list.fields.map(({ id }, place) => (
        <fieldset key={id} className="grid gap-2 border-t pt-3">
          <legend className="sr-only">Condition {place + 1}</legend>
          <Select
            aria-label={`Column of condition ${place + 1}`}
            options={columns}
            value={conditions[place]?.column ?? ''}
            onValueChange={(column) => form.setValue(`conditions.${place}.column`, column)}
          />
          <div className="grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-2">
            <Select
              aria-label={`Comparison of condition ${place + 1}`}
              options={conditionSigns.map((sign) => ({
                value: sign,
                label: conditionSignTexts[sign],
              }))}
              value={conditions[place]?.is ?? 'equal'}
              onValueChange={(is) => form.setValue(`conditions.${place}.is`, is)}
            />
            <Input
              {...register(`conditions.${place}.value`)}
              aria-label={`Value of condition ${place + 1}`}
              autoComplete="off"
              placeholder="Empty: missing"
            />
            <Button
              type="button"
              variant="ghost"
              size="icon"
              aria-label={`Remove condition ${place + 1}`}
              onClick={() => list.remove(place)}
            >
              <Trash2 aria-hidden />
            </Button>
          </div>
        </fieldset>
      ))}
      {conditionProblem?.message && <FieldError>{conditionProblem.message}</FieldError>}
      {list.fields.length > 0 && (
        <p className="text-muted-foreground text-sm">{conditionedDrawStatement}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {columns.length > 0 && list.fields.length < MAX_CONDITIONS && (
          <Button
            type="button"
            variant="outline"
            size="sm"
            onClick={() => list.append({ column: columns[0] ?? '', is: 'equal', value: '' })}
          >
            <Plus aria-hidden />
            Condition
          </Button>
        )}
        <Button type="submit" size="sm" loading={start.isPending}>
          Draw rows
        </Button>
      </div>
    </form>
  )
}
