import type { ColumnKind, RowRelations } from '@semblance/contract'
import { Field } from '@/components/ui/field.tsx'
import { ColumnSelect } from './column-select.tsx'
import type { RowFieldsProps } from './entity-fields.tsx'

const timeKinds: ColumnKind[] = ['date', 'timestamp', 'integer']
const deviceKinds: ColumnKind[] = ['key', 'category', 'boolean', 'integer']

/** Selects the column that orders the rows, and the column of their sequences. */
export function SeriesFields({
  columns,
  suggested,
  said,
  followsBy,
  onChange,
}: RowFieldsProps & { followsBy: string | null }) {
  const { entity, series } = said
  const of = (kinds: ColumnKind[]) =>
    columns.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
  return (
    <div className="grid content-start gap-4">
      <Field
        label="Rows follow each other in"
        hint={hintOf(said, suggested, askable(followsBy, columns))}
      >
        {(control) => (
          <ColumnSelect
            {...control}
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
    </div>
  )
}

/** Returns the time unless its column is left out. */
const askable = (time: string | null, columns: RowFieldsProps['columns']) =>
  columns.some(({ name }) => name === time) ? time : null

function hintOf(
  { series, entity }: RowRelations,
  { series: found }: RowRelations,
  followsBy: string | null,
) {
  if (series)
    return `The twin keeps what one row tells of the next${entity ? `, for each ${entity.column}` : ''}.`
  if (found) return `Rows come in even steps of ${found.time}. Choose it to keep them.`
  if (followsBy)
    return `Is this one series? Sorted by ${followsBy}, most numbers are close to those of the row before. If so, choose it: else the twin will not keep that. If each row is about someone or something else, leave it.`
  return 'Choose a column if one row tells of the next, as with sensors.'
}

const seriesBy = (time: string, { entity }: RowRelations, { series }: RowRelations) => ({
  time,
  device: series?.time === time && !entity ? series.device : null,
})
