import {
  type AccountKind,
  accountKinds,
  accountTypes,
  type BankingDetails,
  businessTypes,
  isRoutingNumber,
  payoutHoldHours,
} from '@semblance/contract'
import type { ReactNode } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { ChoiceCard } from '@/components/ui/choice-card.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FormGroup } from '@/components/ui/form-group.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { type BankingValues, type FieldName, fieldId, labelOf, masked } from './banking-fields.ts'
import { NumberVerdict } from './number-verdict.tsx'

type GroupProps = { onFile: BankingDetails | null }

type TextProps = {
  name: Exclude<FieldName, 'accountKind'>
  wide?: boolean
  hint?: ReactNode
  placeholder?: string
  autoComplete?: string
  isNumber?: boolean
  /** Has letters, too. */
  isCode?: boolean
  isOptional?: boolean
}

const useKind = () => useWatch<BankingValues, 'accountKind'>({ name: 'accountKind' })

function Text({
  name,
  wide,
  hint,
  isNumber,
  isCode,
  isOptional = false,
  autoComplete = 'off',
  placeholder,
}: TextProps) {
  const { register, formState } = useFormContext<BankingValues>()
  const kind = useKind()
  return (
    <Field
      id={fieldId(name)}
      label={labelOf(name, kind)}
      required={!isOptional}
      optional={isOptional}
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
          className={isNumber || isCode ? 'num' : undefined}
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
    <Field
      id={fieldId(name)}
      label={labelOf(name, 'us')}
      required
      error={fieldState.error?.message}
    >
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

const kindNotes: Record<AccountKind, string> = {
  us: 'Routing and account number',
  iban: 'IBAN and BIC',
  uk: 'Sort code and account number',
}
const kinds = Object.keys(accountKinds) as AccountKind[]

/** Asks where the account is, the likeliest first; what was typed for another kind is taken out. */
export function KindGroup({ likelyKind }: { likelyKind: AccountKind }) {
  const { setValue } = useFormContext<BankingValues>()
  const kind = useKind()
  const choose = (next: AccountKind) => {
    if (next === kind) return
    setValue('accountKind', next, { shouldDirty: true })
    for (const name of ['accountNumber', 'routingNumber', 'bic'] as const)
      setValue(name, '', { shouldDirty: true })
  }
  return (
    <FormGroup
      title="Where is the account?"
      description="Amounts here are in US dollars. On their way to an account in other money they are converted, at a rate that Semblance does not set."
    >
      <fieldset
        aria-label="Where is the account?"
        className="grid gap-3 sm:col-span-2 sm:grid-cols-3"
      >
        {[...kinds]
          .sort((a, b) => Number(b === likelyKind) - Number(a === likelyKind))
          .map((one) => (
            <ChoiceCard
              key={one}
              title={accountKinds[one]}
              note={kindNotes[one]}
              isChosen={one === kind}
              onChoose={() => choose(one)}
            />
          ))}
      </fieldset>
    </FormGroup>
  )
}

export function BankGroup({ onFile }: GroupProps) {
  const kind = useKind()
  const isSameKind = onFile?.accountKind === kind
  const typed = useWatch<BankingValues, 'accountNumber'>({ name: 'accountNumber' })
  return (
    <FormGroup
      title="Bank"
      description={
        onFile
          ? `A new account holds payouts for ${payoutHoldHours} hours, and every administrator of your organization is told by e-mail.`
          : 'The account your payouts go to. It must be in the name of your organization.'
      }
    >
      <Text name="accountHolderName" wide autoComplete="organization" />
      <Text
        name="accountNumber"
        wide={kind === 'iban'}
        isNumber={kind !== 'iban'}
        isCode
        placeholder={isSameKind ? masked(onFile.accountLast4) : undefined}
        hint={
          typed.trim() === '' || kind !== 'iban' ? (
            isSameKind ? (
              `Ends in ${onFile.accountLast4}. Leave it empty to keep it.`
            ) : (
              'Encrypted; only its last four characters are shown again'
            )
          ) : (
            <NumberVerdict iban={typed} />
          )
        }
      />
      {kind === 'us' && <RoutingNumber />}
      {kind === 'uk' && (
        <Text
          name="routingNumber"
          isNumber
          placeholder="60-16-13"
          hint="Six digits. Whether the bank has this account is not checked."
        />
      )}
      {kind === 'iban' && (
        <Text name="bic" isCode placeholder="COBADEFFXXX" hint="Eight or eleven characters" />
      )}
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
        isCode
        placeholder={onFile ? masked(onFile.taxIdLast4) : '12-3456789'}
        hint={
          onFile
            ? `Ends in ${onFile.taxIdLast4}. Leave it empty to keep it.`
            : 'Encrypted; only its last four digits are shown again'
        }
      />
      <Choice name="businessType" options={businessTypes} />
      <Text
        name="vatNumber"
        isCode
        isOptional
        placeholder="DE136695976"
        hint="With the letters of its country. Its check digits are looked at; the authority is not asked. Printed on invoices and statements."
      />
    </FormGroup>
  )
}

export function AddressGroup() {
  const isAbroad = useKind() !== 'us'
  return (
    <FormGroup title="Address" description="The address on your tax documents.">
      <Text name="taxAddress" wide autoComplete="street-address" />
      <Text name="taxCity" autoComplete="address-level2" />
      {isAbroad ? (
        <>
          <Text name="taxZip" autoComplete="postal-code" />
          <Text name="taxState" isOptional autoComplete="address-level1" />
        </>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <Text name="taxState" autoComplete="address-level1" />
          <Text name="taxZip" autoComplete="postal-code" />
        </div>
      )}
    </FormGroup>
  )
}

export function NotesGroup() {
  const { register, formState } = useFormContext<BankingValues>()
  return (
    <FormGroup title="Notes" description="Anything our payments team should know.">
      <Field
        id={fieldId('additionalNotes')}
        label={labelOf('additionalNotes', 'us')}
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
