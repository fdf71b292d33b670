import { isRoutingNumber } from '@semblance/contract'
import { useFormContext, useWatch } from 'react-hook-form'
import { Panel } from '@/components/blocks/panel.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import type { PaymentValues } from './payment-form-schema.ts'

/** Edits the bank account. No value is refused; a doubtful routing number only gets a hint. */
export function BankFields() {
  const { control, register, formState } = useFormContext<PaymentValues>()
  const { errors } = formState
  const routingNumber = useWatch({ control, name: 'routingNumber' }).trim()
  const doubtful = routingNumber !== '' && !isRoutingNumber(routingNumber)
  return (
    <Panel
      title="Bank payment"
      description="Use the account your organization pays suppliers from."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Account holder name"
          error={errors.accountHolderName?.message}
          className="sm:col-span-2"
        >
          {(attributes) => (
            <Input {...attributes} {...register('accountHolderName')} autoComplete="name" />
          )}
        </Field>
        <Field label="Account number" error={errors.accountNumber?.message}>
          {(attributes) => (
            <Input
              {...attributes}
              {...register('accountNumber')}
              inputMode="numeric"
              autoComplete="off"
              className="num"
            />
          )}
        </Field>
        <Field
          label="Routing number"
          error={errors.routingNumber?.message}
          hint={
            doubtful ? (
              <span className="text-st-warn-fg">
                This does not look like a US routing number. Check the digits; your bank has the
                last word.
              </span>
            ) : (
              '9 digits, on your bank statement'
            )
          }
        >
          {(attributes) => (
            <Input
              {...attributes}
              {...register('routingNumber')}
              inputMode="numeric"
              autoComplete="off"
              className="num"
            />
          )}
        </Field>
        <Field label="Bank name" error={errors.bankName?.message} className="sm:col-span-2">
          {(attributes) => <Input {...attributes} {...register('bankName')} autoComplete="off" />}
        </Field>
      </div>
    </Panel>
  )
}
