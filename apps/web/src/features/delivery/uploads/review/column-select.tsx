import type { ComponentProps } from 'react'
import { Select } from '@/components/ui/select.tsx'

type ColumnSelectProps = Omit<
  ComponentProps<typeof Select>,
  'options' | 'value' | 'onValueChange' | 'defaultValue' | 'onChange'
> & {
  /** Lists the columns to choose from; a choice that is no longer among them is kept. */
  columns: string[]
  /** Label shown without a chosen column. */
  none: string
  value: string | null
  onChange: (column: string | null) => void
}

const NONE = 'none'
/** A column may have any name. */
const optionOf = (column: string) => `column ${column}`

/** Selects a column of a table, or none. */
export function ColumnSelect({ columns, none, value, onChange, ...select }: ColumnSelectProps) {
  const isGone = value !== null && !columns.includes(value)
  const shown = isGone ? [...columns, value] : columns
  return (
    <Select
      {...select}
      value={value === null ? NONE : optionOf(value)}
      options={[
        { value: NONE, label: none },
        ...shown.map((column) => ({ value: optionOf(column), label: column })),
      ]}
      onValueChange={(next) => onChange(shown.find((column) => optionOf(column) === next) ?? null)}
    />
  )
}
