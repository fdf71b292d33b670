import { type ColumnType, columnTypes } from '@semblance/contract'
import { X } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
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

type ColumnFieldsProps = {
  /** Counts from 1. */
  number: number
  column: TypedColumn
  errors: Partial<Record<keyof TypedColumn, { message?: string }>>
  onChange: (change: Partial<TypedColumn>) => void
  onRemove: () => void
  nameRef: (input: HTMLInputElement | null) => void
}

/** Edits one column that a delivery must have. */
export function ColumnFields({
  number,
  column,
  errors,
  onChange,
  onRemove,
  nameRef,
}: ColumnFieldsProps) {
  const bounded = takesBounds(column.type)
  const bound = (field: 'min' | 'max', label: string) => (
    <Field
      label={column.type === 'string' ? `${label} length` : label}
      error={errors[field]?.message}
      className="lg:col-span-3"
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
    <fieldset className="rounded-md border p-3">
      <legend className="sr-only">Column {number}</legend>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-12">
        <Field
          label="Name"
          error={errors.name?.message}
          className="max-lg:col-span-2 lg:col-span-7"
        >
          {(control) => (
            <Input
              {...control}
              ref={nameRef}
              value={column.name}
              maxLength={200}
              autoComplete="off"
              placeholder="customer_id"
              onChange={(event) => onChange({ name: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Type"
          error={errors.type?.message}
          className="max-lg:col-span-2 lg:col-span-5"
        >
          {(control) => (
            <Select
              {...control}
              value={column.type || anyType}
              options={typeOptions}
              onValueChange={(value) => {
                const type = value === anyType ? '' : (value as ColumnType)
                onChange({ type, ...(!takesBounds(type) && { min: '', max: '' }) })
              }}
            />
          )}
        </Field>
        {bound('min', 'Minimum')}
        {bound('max', 'Maximum')}
        <Field
          label="Allowed values"
          error={errors.values?.message}
          className="col-span-2 lg:col-span-6"
        >
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
        <div className="col-span-2 flex items-center justify-between gap-3 lg:col-span-12">
          <div className="flex flex-wrap gap-x-4 gap-y-2">
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
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove column ${number}`}
            onClick={onRemove}
          >
            <X aria-hidden />
          </Button>
        </div>
      </div>
    </fieldset>
  )
}
