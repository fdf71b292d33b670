import {
  DELETION_DAYS,
  type LicenseCountry,
  type LicensePurpose,
  licenseCountries,
  licenseMonths,
  licensePurposeLabels,
  licensePurposes,
  licenseTerritoryLabels,
} from '@semblance/contract'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { type LicenseDraft, PERPETUAL } from './license-draft.ts'

type LicenseFieldsProps = {
  id?: string
  draft: LicenseDraft
  problems: Partial<Record<keyof LicenseDraft, { message?: string }>>
  onChange: (draft: LicenseDraft) => void
}

/** Shows a control for each part of a license. */
export function LicenseFields({ id, draft, problems, onChange }: LicenseFieldsProps) {
  const change = (part: Partial<LicenseDraft>) => onChange({ ...draft, ...part })
  return (
    <div id={id} className="grid gap-4 rounded-md border p-4">
      <ManyField
        legend="Purposes"
        values={licensePurposes}
        labels={licensePurposeLabels}
        chosen={draft.purposes}
        error={problems.purposes?.message}
        onChange={(purposes) => change({ purposes: withoutConflict(draft.purposes, purposes) })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <OneField
          label="Users"
          options={userOptions}
          value={draft.users}
          onChange={(users) => change({ users })}
        />
        {draft.users === 'people' && (
          <Field label="People at most" error={problems.userCount?.message} required>
            {(control) => (
              <Input
                {...control}
                value={draft.userCount}
                onChange={({ target }) => change({ userCount: target.value })}
                inputMode="numeric"
                autoComplete="off"
                placeholder="25"
                className="num"
              />
            )}
          </Field>
        )}
        <OneField
          label="Territory"
          options={optionsOf(licenseTerritoryLabels)}
          value={draft.territory}
          onChange={(territory) => change({ territory })}
        />
        <OneField
          label="Term"
          options={termOptions}
          value={draft.termMonths}
          onChange={(termMonths) => change({ termMonths })}
        />
        <OneField
          label="Redistribution"
          options={redistributionOptions}
          value={draft.redistribution}
          onChange={(redistribution) => change({ redistribution })}
        />
        <OneField
          label="Derived models"
          options={modelOptions}
          value={draft.derivedModels}
          onChange={(derivedModels) => change({ derivedModels })}
        />
      </div>
      {draft.territory === 'countries' && (
        <ManyField
          legend="Countries"
          values={Object.keys(licenseCountries) as LicenseCountry[]}
          labels={countryNames}
          chosen={draft.countries}
          error={problems.countries?.message}
          onChange={(countries) => change({ countries })}
        />
      )}
      <CheckboxField
        label="The vendor is named where results are published"
        checked={draft.attribution}
        onCheckedChange={(checked) => change({ attribution: checked === true })}
      />
      <CheckboxField
        label={`The data is deleted within ${DELETION_DAYS} days after the license ends`}
        checked={draft.deletion}
        onCheckedChange={(checked) => change({ deletion: checked === true })}
      />
    </div>
  )
}

const termOptions = [
  { value: PERPETUAL, label: 'No end' },
  ...licenseMonths.map((months) => ({ value: String(months), label: `${months} months` })),
]

const optionsOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))

/** Short names for the width of a control; the words that count are shown above it. */
const userOptions = optionsOf({
  organization: "The client's organization",
  affiliates: 'It and its affiliates',
  people: 'A number of its people',
})
const redistributionOptions = optionsOf({
  none: 'None',
  affiliates: 'To affiliates',
  allowed: 'To anyone, also for money',
})
const modelOptions = optionsOf({
  none: 'None may be trained',
  internal: 'For internal use',
  distributable: 'May be distributed',
})

const countryNames = Object.fromEntries(
  Object.entries(licenseCountries).map(([code, { name }]) => [code, name]),
) as Record<LicenseCountry, string>

/** Any purpose stands alone: choosing it takes the others away, and choosing another takes it away. */
function withoutConflict(before: LicensePurpose[], chosen: LicensePurpose[]): LicensePurpose[] {
  if (!chosen.includes('any')) return chosen
  return before.includes('any') ? chosen.filter((purpose) => purpose !== 'any') : ['any']
}

type OneFieldProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

function OneField<Value extends string>({ label, onChange, ...choice }: OneFieldProps<Value>) {
  return (
    <Field label={label}>
      {(control) => <Select {...control} {...choice} onValueChange={onChange} />}
    </Field>
  )
}

type ManyFieldProps<Value extends string> = {
  legend: string
  values: readonly Value[]
  labels: Record<Value, string>
  chosen: readonly Value[]
  error?: string
  onChange: (chosen: Value[]) => void
}

function ManyField<Value extends string>(props: ManyFieldProps<Value>) {
  const { legend, values, labels, chosen, error, onChange } = props
  return (
    <fieldset className="min-w-0" aria-invalid={error ? true : undefined}>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      <div className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
        {values.map((value) => (
          <CheckboxField
            key={value}
            label={labels[value]}
            checked={chosen.includes(value)}
            onCheckedChange={(checked) =>
              onChange(
                values.filter((one) => (one === value ? checked === true : chosen.includes(one))),
              )
            }
          />
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
