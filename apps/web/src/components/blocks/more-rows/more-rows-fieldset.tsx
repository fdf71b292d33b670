import { moreRowsMeaning } from '@semblance/contract'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { cn } from '@/lib/cn.ts'
import { type MoreRowsDraft, noMoreRows } from './more-rows-draft.ts'

type Problems = Partial<Record<keyof MoreRowsDraft, { message?: string }>>

/** Takes the right to more rows in a form whose field `moreRows` is a draft. */
export function MoreRowsFieldset({ className }: { className?: string }) {
  const { field, fieldState } = useController<{ moreRows: MoreRowsDraft }, 'moreRows'>({
    name: 'moreRows',
  })
  const meaningId = useId()
  const draft = field.value ?? noMoreRows
  const problems = (fieldState.error ?? {}) as Problems
  return (
    <fieldset className={cn('min-w-0', className)} aria-describedby={meaningId}>
      <legend className="mb-1.5 font-medium text-sm">More rows (optional)</legend>
      <p id={meaningId} className="mb-3 max-w-[72ch] text-muted-foreground text-sm">
        {moreRowsMeaning} Empty for none.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Rows of a draw, at most" error={problems.rows?.message}>
          {(control) => (
            <Input
              {...control}
              ref={field.ref}
              value={draft.rows}
              onChange={(event) => field.onChange({ ...draft, rows: event.target.value })}
              onBlur={field.onBlur}
              inputMode="numeric"
              autoComplete="off"
              placeholder="10,000"
              className="num"
            />
          )}
        </Field>
        <Field label="Draws, at most" error={problems.draws?.message}>
          {(control) => (
            <Input
              {...control}
              value={draft.draws}
              onChange={(event) => field.onChange({ ...draft, draws: event.target.value })}
              onBlur={field.onBlur}
              inputMode="numeric"
              autoComplete="off"
              placeholder="5"
              className="num"
            />
          )}
        </Field>
      </div>
    </fieldset>
  )
}
