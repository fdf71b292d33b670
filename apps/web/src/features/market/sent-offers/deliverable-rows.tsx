import { MAX_DELIVERABLES } from '@semblance/contract'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { Input } from '@/components/ui/input.tsx'
import type { TypedDetails } from './offer-draft.ts'

/** Edits the deliverables; the only remaining row has no remove button. */
export function DeliverableRows() {
  const id = useId()
  const { control, register, formState } = useFormContext<TypedDetails>()
  const { fields, append, remove } = useFieldArray({ control, name: 'deliverables' })
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">Deliverables</legend>
      <ul className="grid gap-2">
        {fields.map((row, index) => {
          const error = formState.errors.deliverables?.[index]?.text?.message
          const errorId = `${id}-${index}-error`
          return (
            <li key={row.id} className="grid gap-1.5">
              <div className="flex gap-2">
                <Input
                  {...register(`deliverables.${index}.text`)}
                  aria-label={`Deliverable ${index + 1}`}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? errorId : undefined}
                  aria-required
                  maxLength={300}
                  placeholder="Synthetic dataset"
                />
                {fields.length > 1 && (
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Remove deliverable ${index + 1}`}
                    onClick={() => remove(index)}
                  >
                    <X aria-hidden />
                  </Button>
                )}
              </div>
              {error && <FieldError id={errorId}>{error}</FieldError>}
            </li>
          )
        })}
      </ul>
      {fields.length < MAX_DELIVERABLES && (
        <Button variant="outline" size="sm" className="mt-2" onClick={() => append({ text: '' })}>
          <Plus aria-hidden />
          Add Deliverable
        </Button>
      )}
    </fieldset>
  )
}
