import {
  accountTypes,
  type BankingDetails,
  businessTypes,
  isRoutingNumber,
  payoutHoldHours,
} from '@semblance/contract'
import type { ReactNode } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { Field } from '@/components/ui/field.tsx'
import { FormGroup } from '@/components/ui/form-group.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import {
  type BankingValues,
  type FieldName,
  fieldId,
  fieldLabels,
  masked,
} from './banking-fields.ts'

type GroupProps = { onFile: BankingDetails | null }

type TextProps = {
  name: FieldName
  wide?: boolean
  hint?: ReactNode
  placeholder?: string
  autoComplete?: string
  isNumber?: boolean
}

function Text({ name, wide, hint, isNumber, autoComplete = 'off', placeholder }: TextProps) {
  const { register, formState } = useFormContext<BankingValues>()
  return (
    <Field
      id={fieldId(name)}
      label={fieldLabels[name]}
      required
      hint={hint}
      error={formState.errors[name]?.message}
      className={wide ? 'sm:col-span-2' : undefined}
    >
      {(control) => (
        <Input
          {...control}
          {...register(name)}
          autoComplete={autoComplete}
          placeholder={placeholder}
          inputMode={isNumber ? 'numeric' : undefined}
          className={isNumber || name === 'taxId' ? 'num' : undefined}
        />
      )}
    </Field>
  )
}

type ChoiceProps = { name: 'accountType' | 'businessType'; options: Record<string, string> }

function Choice({ name, options }: ChoiceProps) {
  const { control } = useFormContext<BankingValues>()
  const { field, fieldState } = useController({ control, name })
  return (
    <Field id={fieldId(name)} label={fieldLabels[name]} required error={fieldState.error?.message}>
      {(attributes) => (
        <Select
          {...attributes}
          ref={field.ref}
          onBlur={field.onBlur}
          value={field.value}
          onValueChange={field.onChange}
          placeholder="Choose a type"
          options={Object.entries(options).map(([value, label]) => ({ value, label }))}
        />
      )}
    </Field>
  )
}

export function BankGroup({ onFile }: GroupProps) {
  return (
    <FormGroup
      title="Bank"
      description={
        onFile
          ? `A new account holds payouts for ${payoutHoldHours} hours, and every administrator of your organization is told by e-mail.`
          : 'The account your payouts go to. It must be a US account in the name of your organization.'
      }
    >
      <Text name="accountHolderName" wide autoComplete="organization" />
      <Text
        name="accountNumber"
        isNumber
        placeholder={onFile ? masked(onFile.accountLast4) : undefined}
        hint={
          onFile
            ? `Ends in ${onFile.accountLast4}. Leave it empty to keep it.`
            : 'Encrypted; only its last four digits are shown again'
        }
      />
      <RoutingNumber />
      <Text name="bankName" />
      <Choice name="accountType" options={accountTypes} />
    </FormGroup>
  )
}

function RoutingNumber() {
  const { control } = useFormContext<BankingValues>()
  const typed = useWatch({ control, name: 'routingNumber' }).trim()
  const isDoubtful = typed.length >= 9 && !isRoutingNumber(typed.replace(/-/g, ''))
  return (
    <Text
      name="routingNumber"
      isNumber
      hint={
        isDoubtful ? (
          <span className="text-st-warn-fg">
            This does not look like a US routing number. Payouts to it would come back; check the
            digits.
          </span>
        ) : (
          'Nine digits, on your bank statement'
        )
      }
    />
  )
}

export function TaxGroup({ onFile }: GroupProps) {
  return (
    <FormGroup title="Tax" description="As your organization files it with the tax office.">
      <Text
        name="taxId"
        placeholder={onFile ? masked(onFile.taxIdLast4) : '12-3456789'}
        hint={
          onFile
            ? `Ends in ${onFile.taxIdLast4}. Leave it empty to keep it.`
            : 'Encrypted; only its last four digits are shown again'
        }
      />
      <Choice name="businessType" options={businessTypes} />
    </FormGroup>
  )
}

export function AddressGroup() {
  return (
    <FormGroup title="Address" description="The address on your tax documents.">
      <Text name="taxAddress" wide autoComplete="street-address" />
      <Text name="taxCity" autoComplete="address-level2" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Text name="taxState" autoComplete="address-level1" />
        <Text name="taxZip" autoComplete="postal-code" />
      </div>
    </FormGroup>
  )
}

export function NotesGroup() {
  const { register, formState } = useFormContext<BankingValues>()
  return (
    <FormGroup title="Notes" description="Anything our payments team should know.">
      <Field
        id={fieldId('additionalNotes')}
        label={fieldLabels.additionalNotes}
        optional
        hint="Please write no account or tax numbers here: notes are not encrypted."
        error={formState.errors.additionalNotes?.message}
        className="sm:col-span-2"
      >
        {(control) => <Textarea {...control} {...register('additionalNotes')} rows={4} />}
      </Field>
    </FormGroup>
  )
}
