import { type ColumnType, columnTypes } from '@semblance/contract'
import { X } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { cn } from '@/lib/cn.ts'
import type { PersonalKind } from './read-sample.ts'
import { type TypedColumn, takesBounds } from './typed-data-contract.ts'

/** Labels each type in the fields of a row. */
const typeLabels: Record<ColumnType, string> = {
  string: 'Text',
  integer: 'Integer',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  timestamp: 'Date and time',
  time: 'Time',
}
const anyType = 'any'
const typeOptions = [
  { value: anyType, label: 'Any' },
  ...columnTypes.map((value) => ({ value, label: typeLabels[value] })),
]

const boundHints: Partial<Record<ColumnType, string>> = {
  string: '2',
  integer: '0',
  number: '0.5',
  date: '2026-01-31',
  timestamp: '2026-01-31T08:00',
  time: '08:30',
}

type RowErrors = Partial<Record<keyof TypedColumn, { message?: string }>>

type ColumnFieldsProps = {
  /** Counts from 1. */
  number: number
  column: TypedColumn
  errors: RowErrors
  /** Describes its values in a sample; empty without one. */
  note: string
  personal: PersonalKind | null
  /** Shows the rules of the column, too. */
  isOpen: boolean
  onToggle: () => void
  onChange: (change: Partial<TypedColumn>) => void
  /** Asks for bands of ages in its place. */
  onBand: () => void
  onRemove: () => void
  nameRef: (input: HTMLInputElement | null) => void
}

/** Edits one column that a delivery must have: a row, and its rules when it is open. */
export function ColumnFields(props: ColumnFieldsProps) {
  const { number, column, errors, note, personal, isOpen, onToggle, onChange, nameRef } = props
  const hasRuleError = Boolean(errors.min ?? errors.max ?? errors.values)
  const isShown = isOpen || hasRuleError
  return (
    <fieldset className={personal ? 'bg-st-warn-bg/50' : undefined}>
      <legend className="sr-only">Column {number}</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-1.5">
        <Input
          ref={nameRef}
          aria-label="Name"
          aria-invalid={errors.name ? true : undefined}
          value={column.name}
          maxLength={200}
          autoComplete="off"
          placeholder="customer_id"
          className="mono h-[30px] min-w-32 flex-[2] basis-40"
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Select
          aria-label="Type"
          size="sm"
          className="w-36"
          value={column.type || anyType}
          options={typeOptions}
          onValueChange={(value) => {
            const type = value === anyType ? '' : (value as ColumnType)
            onChange({ type, ...(!takesBounds(type) && { min: '', max: '' }) })
          }}
        />
        <span
          className={cn(
            'min-w-0 flex-[2] truncate text-muted-foreground text-sm',
            personal ? 'order-last basis-full' : 'basis-28',
          )}
        >
          {personal ? <Personal {...props} kind={personal} /> : note || rulesIn(column)}
        </span>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isShown}
          aria-label={`Rules of column ${number}`}
          onClick={onToggle}
        >
          Rules
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove column ${number}`}
          onClick={props.onRemove}
        >
          <X aria-hidden />
        </Button>
      </div>
      {errors.name?.message && (
        <div className="px-3 pb-2">
          <FieldError>{errors.name.message}</FieldError>
        </div>
      )}
      {isShown && <Rules column={column} errors={errors} onChange={onChange} />}
    </fieldset>
  )
}

function Personal({ kind, onBand, onRemove }: ColumnFieldsProps & { kind: PersonalKind }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-medium text-st-warn-fg">Looks personal</span>
      {kind === 'birth' && (
        <Button size="sm" variant="outline" onClick={onBand}>
          Ask for age band
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onRemove}>
        Leave out
      </Button>
    </span>
  )
}

function rulesIn({ required, unique, min, max, values }: TypedColumn): string {
  return [
    required && 'required',
    unique && 'unique',
    min && `from ${min}`,
    max && `to ${max}`,
    values,
  ]
    .filter(Boolean)
    .join(', ')
}

type RulesProps = Pick<ColumnFieldsProps, 'column' | 'errors' | 'onChange'>

function Rules({ column, errors, onChange }: RulesProps) {
  const bounded = takesBounds(column.type)
  const bound = (field: 'min' | 'max', label: string) => (
    <Field
      label={column.type === 'string' ? `${label} length` : label}
      error={errors[field]?.message}
    >
      {(control) => (
        <Input
          {...control}
          value={column[field]}
          disabled={!bounded}
          autoComplete="off"
          placeholder={column.type ? boundHints[column.type] : 'Needs a type'}
          className="num"
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <div className="grid grid-cols-2 gap-3 px-3 pt-1 pb-3 lg:grid-cols-4">
      {bound('min', 'Minimum')}
      {bound('max', 'Maximum')}
      <Field label="Allowed values" error={errors.values?.message} className="col-span-2">
        {(control) => (
          <Input
            {...control}
            value={column.values}
            autoComplete="off"
            placeholder="Any; or a list such as basic, plus, premium"
            onChange={(event) => onChange({ values: event.target.value })}
          />
        )}
      </Field>
      <div className="col-span-2 flex flex-wrap gap-x-4 gap-y-2 lg:col-span-4">
        <CheckboxField
          label="Required"
          checked={column.required}
          onCheckedChange={(checked) => onChange({ required: checked === true })}
        />
        <CheckboxField
          label="Unique"
          checked={column.unique}
          onCheckedChange={(checked) => onChange({ unique: checked === true })}
        />
      </div>
    </div>
  )
}
