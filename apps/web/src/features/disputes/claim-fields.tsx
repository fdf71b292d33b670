import { disputeAskLabels, disputeAsks } from '@semblance/contract'
import { Controller, useFormContext } from 'react-hook-form'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { usdExact } from '@/lib/format.ts'
import type { TypedClaim } from './claim-schema.ts'

type ClaimFieldsProps = { stakeCents: bigint; statementLabel: string }

/** What a party says and asks for; within a form of a claim. */
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
            <Controller
              control={control}
              name="asks"
              render={({ field }) => (
                <Select
                  {...attributes}
                  ref={field.ref}
                  onBlur={field.onBlur}
                  value={field.value ?? ''}
                  onValueChange={field.onChange}
                  placeholder="Choose"
                  options={disputeAsks.map((value) => ({ value, label: disputeAskLabels[value] }))}
                />
              )}
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
