import type { ColumnKind, ReviewedTable, RowRelations } from '@semblance/contract'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { count } from '@/lib/format.ts'
import { ColumnSelect } from './column-select.tsx'
import { ReviewedRules } from './reviewed-rules.tsx'

type ReviewedRowsProps = {
  /** Those that are kept, under the kinds chosen for them. */
  columns: ReviewedTable['columns']
  suggested: RowRelations
  said: RowRelations
  /** Whose rows decide: then nothing else is said of these. */
  relatedTo: string | null
  onChange: (change: Partial<RowRelations>) => void
}

const entityKinds: ColumnKind[] = ['key', 'category', 'integer', 'text', 'pii']
const timeKinds: ColumnKind[] = ['date', 'timestamp', 'integer']
const deviceKinds: ColumnKind[] = ['key', 'category', 'boolean', 'integer']

/** Offered beside the suggestion. */
const usualMaxRows = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000]
const defaultMaxRows = 5

/** How rows hang together: the vendor's to say, with what the rows suggest beside it. */
export function ReviewedRows({ columns, suggested, said, relatedTo, onChange }: ReviewedRowsProps) {
  const of = (kinds: ColumnKind[]) =>
    columns.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
  const { entity, series, parent } = said
  const related = relatedTo && `Rows go by those of ${relatedTo}.`
  return (
    <div className="grid gap-4 border-t px-4 py-4 md:px-5">
      <h3 className="font-medium text-md">How the rows hang together</h3>
      {suggested.parent && (
        <CheckboxField
          checked={parent !== null}
          onCheckedChange={(isOn) => onChange({ parent: isOn === true ? suggested.parent : null })}
          label={<ParentLabel parent={suggested.parent} />}
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <div className="grid content-start gap-4">
          <Field label="Rows belong to" hint={related || entityHint(said, suggested)}>
            {(control) => (
              <ColumnSelect
                {...control}
                disabled={relatedTo !== null}
                none="Each row stands for itself"
                columns={of(entityKinds)}
                value={entity?.column ?? null}
                onChange={(column) =>
                  onChange({
                    entity: column === null ? null : entityBy(column, suggested),
                    series: series && { ...series, device: null },
                  })
                }
              />
            )}
          </Field>
          {entity && (
            <Field
              label="Rows of each that count"
              hint="At most. Rows beyond are left out; the more may count, the more noise protects them."
            >
              {(control) => (
                <Select
                  {...control}
                  value={String(entity.maxRows)}
                  options={maxRowsOptions(suggested).map((rows) => ({
                    value: String(rows),
                    label: count(rows),
                  }))}
                  onValueChange={(rows) =>
                    onChange({ entity: { ...entity, maxRows: Number(rows) } })
                  }
                />
              )}
            </Field>
          )}
        </div>
        <div className="grid content-start gap-4">
          <Field label="Rows follow each other in" hint={related || timeHint(said, suggested)}>
            {(control) => (
              <ColumnSelect
                {...control}
                disabled={relatedTo !== null}
                none="No order in time"
                columns={of(timeKinds)}
                value={series?.time ?? null}
                onChange={(time) =>
                  onChange({ series: time === null ? null : seriesBy(time, said, suggested) })
                }
              />
            )}
          </Field>
          {series && !entity && (
            <Field label="One sequence for each" hint="Such as a device, a shop or a meter.">
              {(control) => (
                <ColumnSelect
                  {...control}
                  none="One sequence in all"
                  columns={of(deviceKinds).filter((column) => column !== series.time)}
                  value={series.device}
                  onChange={(device) => onChange({ series: { ...series, device } })}
                />
              )}
            </Field>
          )}
        </div>{' '}
      </div>
      {suggested.rules.length > 0 && (
        <ReviewedRules
          suggested={suggested.rules}
          chosen={said.rules}
          onChange={(rules) => onChange({ rules })}
        />
      )}
    </div>
  )
}

function ParentLabel({ parent }: { parent: NonNullable<RowRelations['parent']> }) {
  const { table, column, key, maxRows } = parent
  return (
    <>
      Rows belong to those of <span className="mono">{table}</span>
      <span className="block text-muted-foreground text-sm">
        Every <span className="mono">{column}</span> is found in <span className="mono">{key}</span>{' '}
        there. The twins then refer to each other; of each, {count(maxRows)} rows at most count.
      </span>
    </>
  )
}

function entityHint({ entity }: RowRelations, { entity: found }: RowRelations) {
  if (entity) return 'Each is protected with all its rows, under a made-up name.'
  if (found)
    return `Values of ${found.column} come back in several rows. Choose it if they name people or things to protect.`
  return 'Choose a column if several rows are about one person or thing.'
}

function timeHint({ series }: RowRelations, { series: found }: RowRelations) {
  if (series) return 'The twin keeps what one row tells of the next.'
  if (found) return `Rows come in even steps of ${found.time}. Choose it to keep them.`
  return 'Choose a column if one row tells of the next, as with sensors.'
}

const maxRowsOptions = ({ entity }: RowRelations) =>
  [...new Set([...usualMaxRows, ...(entity ? [entity.maxRows] : [])])].sort((a, b) => a - b)

const entityBy = (column: string, { entity }: RowRelations) => ({
  column,
  maxRows: entity?.column === column ? entity.maxRows : defaultMaxRows,
})

const seriesBy = (time: string, { entity }: RowRelations, { series }: RowRelations) => ({
  time,
  device: series?.time === time && !entity ? series.device : null,
})
