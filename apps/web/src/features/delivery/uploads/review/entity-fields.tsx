import type { ColumnKind, ReviewedTable, RowRelations } from '@semblance/contract'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { count } from '@/lib/format.ts'
import { ColumnSelect } from './column-select.tsx'

export type RowFieldsProps = {
  columns: ReviewedTable['columns']
  suggested: RowRelations
  said: RowRelations
  onChange: (change: Partial<RowRelations>) => void
}

const entityKinds: ColumnKind[] = ['key', 'category', 'integer', 'text', 'pii']

/** Lists the choices offered next to the suggestion. */
const usualMaxRows = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000]
const defaultMaxRows = 5

/** Asks for the column that groups the rows of an entity, and for the number of its rows that may count. */
export function EntityFields({ columns, suggested, said, onChange }: RowFieldsProps) {
  const { entity, series } = said
  const names = columns.filter(({ kind }) => entityKinds.includes(kind)).map(({ name }) => name)
  const choose = (column: string | null) =>
    onChange({
      entity: column === null ? null : entityBy(column, suggested),
      series: series && { ...series, device: null },
    })
  return (
    <div className="grid content-start gap-4">
      <Field label="Whose rows belong together" hint={hintOf(said, suggested)}>
        {(control) => (
          <ColumnSelect
            {...control}
            none="Each row stands for itself"
            columns={names}
            value={entity?.column ?? null}
            onChange={choose}
          />
        )}
      </Field>
      {entity && (
        <Field
          label="Rows of each that count"
          hint="At most: others are left out. The more may count, the more noise protects them."
        >
          {(control) => (
            <Select
              {...control}
              value={String(entity.maxRows)}
              options={maxRowsOptions(suggested).map((rows) => ({
                value: String(rows),
                label: count(rows),
              }))}
              onValueChange={(rows) => onChange({ entity: { ...entity, maxRows: Number(rows) } })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function hintOf({ entity }: RowRelations, { entity: found }: RowRelations) {
  if (entity) return 'Each is protected with all its rows, under a made-up name.'
  if (found)
    return `Values of ${found.column} come back in several rows. Choose it if they name people or things to protect.`
  return 'Choose a column if several rows are about one person or thing.'
}

const maxRowsOptions = ({ entity }: RowRelations) =>
  [...new Set([...usualMaxRows, ...(entity ? [entity.maxRows] : [])])].sort((a, b) => a - b)

const entityBy = (column: string, { entity, parent }: RowRelations) => ({
  column,
  maxRows: [entity, parent].find((found) => found?.column === column)?.maxRows ?? defaultMaxRows,
})
