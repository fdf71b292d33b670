import { disputeAskLabels, disputeAsks } from '@semblance/contract'
import { useFormContext } from 'react-hook-form'
import { Field } from '@/components/ui/field.tsx'
import { FormSelect } from '@/components/ui/form-select.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { usdExact } from '@/lib/format.ts'
import type { TypedClaim } from './claim-schema.ts'

type ClaimFieldsProps = { stakeCents: bigint; statementLabel: string }

/** Renders the fields of a party's statement and claim, within the claim's form. */
export function ClaimFields({ stakeCents, statementLabel }: ClaimFieldsProps) {
  const { control, formState, register, watch } = useFormContext<TypedClaim>()
  const { errors } = formState
  return (
    <>
      <Field label={statementLabel} required error={errors.statement?.message}>
        {(attributes) => (
          <Textarea {...attributes} rows={5} maxLength={5000} {...register('statement')} />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="You ask for" required error={errors.asks?.message}>
          {(attributes) => (
            <FormSelect
              {...attributes}
              control={control}
              name="asks"
              placeholder="Choose"
              options={disputeAsks.map((value) => ({ value, label: disputeAskLabels[value] }))}
            />
          )}
        </Field>
        {watch('asks') === 'partial_refund' && (
          <Field
            label="Amount back to the client ($)"
            required
            hint={`Of ${usdExact(Number(stakeCents))} in escrow; the fee on it goes back too.`}
            error={errors.refundCents?.message}
          >
            {(attributes) => (
              <Input
                {...attributes}
                inputMode="decimal"
                placeholder="5,000.00"
                {...register('refundCents')}
              />
            )}
          </Field>
        )}
      </div>
    </>
  )
}
