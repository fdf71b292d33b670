import { Chip } from '@/components/blocks/text/chip.tsx'
import { Field } from '@/components/ui/field.tsx'
import { ColumnSelect } from '../column-select.tsx'

type ColumnsFieldProps = {
  label: string
  /** Lists the columns that can be added. */
  columns: string[]
  value: string[]
  onChange: (columns: string[]) => void
}

/** Selects several columns of a table, one by one. */
export function ColumnsField({ label, columns, value, onChange }: ColumnsFieldProps) {
  return (
    <div className="grid content-start gap-2">
      <Field label={label}>
        {(control) => (
          <ColumnSelect
            {...control}
            none={value.length > 0 ? 'Add another column' : 'Choose a column'}
            columns={columns}
            value={null}
            onChange={(column) => column !== null && onChange([...value, column])}
          />
        )}
      </Field>
      {value.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {value.map((column) => (
            <Chip
              key={column}
              label={column}
              onRemove={() => onChange(value.filter((one) => one !== column))}
              className="mono"
            />
          ))}
        </div>
      )}
    </div>
  )
}
