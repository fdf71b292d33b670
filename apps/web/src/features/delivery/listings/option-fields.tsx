import { licenseLine, MAX_LICENSE_OPTIONS } from '@semblance/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { readLicense } from '@/components/blocks/license/license-draft.ts'
import { LicenseFields } from '@/components/blocks/license/license-fields.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { Input } from '@/components/ui/input.tsx'
import { SwitchRow } from '@/components/ui/switch-row.tsx'
import { newOption, newSubscription, type OptionDraft } from './option-draft.ts'
import { SubscriptionFields } from './subscription-fields.tsx'

type OptionFieldsProps = {
  options: readonly OptionDraft[]
  faults: Record<string, string>
  /** Counts the rows of the listed twin. */
  records: number
  onChange: (options: OptionDraft[]) => void
}

/** Edits the license options, each with its price. */
export function OptionFields({ options, faults, records, onChange }: OptionFieldsProps) {
  return (
    <Panel
      title="License options"
      description="Buyers choose one: a copy of this twin, or a subscription to new revisions. The fee of the platform comes on top of the price."
      action={
        options.length < MAX_LICENSE_OPTIONS && (
          <Button
            type="button"
            variant="outline"
            size="sm"
            onClick={() => onChange([...options, newOption(options.length === 0)])}
          >
            <Plus aria-hidden />
            Add option
          </Button>
        )
      }
    >
      {options.length === 0 && (
        <p className="text-muted-foreground">None yet: add at least one to publish.</p>
      )}
      <div className="grid gap-6">
        {options.map((option, place) => (
          <Option
            key={option.id}
            option={option}
            records={records}
            faultOf={(field) => faults[`options.${place}.${field}`]}
            onChange={(next) => onChange(options.map((each, at) => (at === place ? next : each)))}
            onRemove={() => onChange(options.filter((_, at) => at !== place))}
          />
        ))}
      </div>
    </Panel>
  )
}

type OptionProps = {
  option: OptionDraft
  records: number
  faultOf: (field: string) => string | undefined
  onChange: (option: OptionDraft) => void
  onRemove: () => void
}

function Option({ option, records, faultOf, onChange, onRemove }: OptionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const terms = readLicense(option.license)
  const license = faultOf('license')
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Field label="Name" required error={faultOf('name')}>
          {(control) => (
            <Input
              {...control}
              maxLength={80}
              value={option.name}
              onChange={({ target }) => onChange({ ...option, name: target.value })}
            />
          )}
        </Field>
        <Field
          label={option.subscription ? 'Price of a revision (USD)' : 'Price (USD)'}
          required
          error={faultOf('priceCents')}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              className="num"
              value={option.price}
              onChange={({ target }) => onChange({ ...option, price: target.value })}
            />
          )}
        </Field>
      </div>
      <SwitchRow
        label="Subscription"
        description="New data with the same columns, revision by revision, in place of a copy of this twin."
        checked={option.subscription !== null}
        onCheckedChange={(isOn) =>
          onChange({ ...option, subscription: isOn ? newSubscription(records) : null })
        }
      />
      {option.subscription && (
        <SubscriptionFields
          draft={option.subscription}
          faultOf={(field) => faultOf(`subscription.${field}`)}
          onChange={(subscription) => onChange({ ...option, subscription })}
        />
      )}
      {terms && <p className="text-muted-foreground text-sm">{licenseLine(terms)}.</p>}
      {(isOpen || license) && (
        <LicenseFields
          draft={option.license}
          problems={{}}
          onChange={(draft) => onChange({ ...option, license: draft })}
        />
      )}
      {license && <FieldError>{license}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button
          type="button"
          variant="outline"
          size="sm"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Close the license' : 'Change the license'}
        </Button>
        <Button type="button" variant="outline" size="sm" onClick={onRemove}>
          Remove option
        </Button>
      </div>
    </div>
  )
}
