import {
  type Claimable,
  type DataClaim,
  type DataClaimType,
  dataClaimLabels,
  dataClaimText,
  dataFormatLabels,
  findingReasonTexts,
  isSameClaim,
  MAX_DATA_CLAIMS,
} from '@semblance/contract'
import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { Select } from '@/components/ui/select.tsx'
import { type ClaimChoice, claimOf, noChoice, ruleLabel, tableOf, typesOf } from './claim-choice.ts'

type ClaimsFieldProps = {
  possible: Claimable
  claims: DataClaim[]
  onChange: (claims: DataClaim[]) => void
  error?: string | undefined
}

/** Puts claims together from what was delivered and agreed; nothing is typed. */
export function ClaimsField({ possible, claims, onChange, error }: ClaimsFieldProps) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid min-w-0 gap-3 rounded-sm border px-3 py-3"
    >
      <legend className="px-1 font-medium text-sm">
        What can be measured <span className="font-normal text-muted-foreground">(optional)</span>
      </legend>
      <p className="text-muted-foreground text-sm">
        Each claim is measured in the files that the certificate names. Both parties and our staff
        read the same signed finding. It may propose a split, and decides nothing.
      </p>
      <ChosenClaims claims={claims} onChange={onChange} />
      {claims.length < MAX_DATA_CLAIMS && (
        <NewClaim
          possible={possible}
          onAdd={(claim) => {
            if (!claims.some((one) => isSameClaim(one, claim))) onChange([...claims, claim])
          }}
        />
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

/** Lists claims that were put together, each to be taken out again. */
export function ChosenClaims({ claims, onChange }: Pick<ClaimsFieldProps, 'claims' | 'onChange'>) {
  if (claims.length === 0) return null
  return (
    <ul aria-label="Claims" className="grid gap-2">
      {claims.map((claim) => (
        <ChosenClaim
          key={JSON.stringify(claim)}
          claim={claim}
          onRemove={() => onChange(claims.filter((one) => one !== claim))}
        />
      ))}
    </ul>
  )
}

function ChosenClaim({ claim, onRemove }: { claim: DataClaim; onRemove: () => void }) {
  const text = dataClaimText(claim)
  return (
    <li className="flex items-start justify-between gap-2 rounded-sm border bg-card py-1.5 pr-1.5 pl-3">
      <span className="min-w-0 py-1 text-sm [overflow-wrap:anywhere]">{text}</span>
      <Button size="icon-sm" variant="ghost" aria-label={`Remove: ${text}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </li>
  )
}

/** Shows the reason for which accuracy and pairs cannot be judged, if there is one. */
function NotTold({ hasModel, isMeasuredByVendor }: Claimable) {
  if (hasModel && !isMeasuredByVendor) return null
  const reason = isMeasuredByVendor ? 'measured_by_vendor' : 'no_model'
  return (
    <p className="text-muted-foreground text-sm sm:col-span-2">
      The measurement will not be able to tell. {findingReasonTexts[reason]}
    </p>
  )
}

type NewClaimProps = {
  possible: Claimable
  onAdd: (claim: DataClaim) => void
  /** The type that is claimed; to be chosen here without it. */
  type?: DataClaimType
}

/** Puts one claim together. */
export function NewClaim({ possible, onAdd, type = undefined }: NewClaimProps) {
  const empty: ClaimChoice = { ...noChoice, type: type ?? '' }
  const [choice, setChoice] = useState(empty)
  const claim = claimOf(possible, choice)
  const needsTable = choice.type === 'pair' || choice.type === 'column_rule'
  const table = tableOf(possible, choice)
  const choose = (change: Partial<ClaimChoice>) => setChoice({ ...choice, ...change })
  return (
    <div className="grid gap-3 empty:hidden sm:grid-cols-2">
      {!type && (
        <Choice
          label="What is wrong"
          className="sm:col-span-2"
          value={choice.type}
          onValueChange={(chosen) => setChoice({ ...noChoice, type: chosen })}
          options={typesOf(possible).map((value) => ({ value, label: dataClaimLabels[value] }))}
        />
      )}
      {needsTable && possible.tables.length > 1 && (
        <Choice
          label="Table"
          value={choice.table}
          onValueChange={(name) => choose({ table: name, rule: '', first: '', second: '' })}
          options={possible.tables.map(({ name }) => name)}
        />
      )}
      {choice.type === 'column_rule' && table && (
        <Choice
          label="Agreed rule"
          value={choice.rule}
          onValueChange={(rule) => choose({ rule })}
          options={table.rules.map((rule, i) => ({ value: String(i), label: ruleLabel(rule) }))}
        />
      )}
      {choice.type === 'pair' && table && <Pair {...{ table, choice, choose }} />}
      {choice.type === 'format' && (
        <Choice
          label="Agreed format"
          value={choice.format}
          onValueChange={(format) => choose({ format })}
          options={possible.formats.map((value) => ({ value, label: dataFormatLabels[value] }))}
        />
      )}
      {(choice.type === 'pair' || choice.type === 'accuracy') && <NotTold {...possible} />}
      {type !== 'records' && type !== 'accuracy' && (
        <div className="sm:col-span-2">
          <Button
            size="sm"
            variant="outline"
            disabled={!claim}
            onClick={() => {
              if (!claim) return
              onAdd(claim)
              setChoice(empty)
            }}
          >
            <Plus aria-hidden />
            Add Claim
          </Button>
        </div>
      )}
    </div>
  )
}

type PairProps = {
  table: Claimable['tables'][number]
  choice: ClaimChoice
  choose: (change: Partial<ClaimChoice>) => void
}

function Pair({ table, choice, choose }: PairProps) {
  return (
    <>
      <Choice
        label="One column"
        value={choice.first}
        onValueChange={(first) => choose({ first, second: '' })}
        options={table.columns}
      />
      <Choice
        label="Other column"
        value={choice.second}
        onValueChange={(second) => choose({ second })}
        options={table.columns.filter((name) => name !== choice.first)}
      />
    </>
  )
}

type ChoiceProps<V extends string> = {
  label: string
  className?: string
  value: V | ''
  onValueChange: (value: V) => void
  options: readonly (V | { value: V; label: string })[]
}

function Choice<V extends string>({ label, className, ...select }: ChoiceProps<V>) {
  return (
    <Field label={label} className={className}>
      {(attributes) => <Select<V> {...attributes} placeholder="Choose" {...select} />}
    </Field>
  )
}
