import type { RowRelations, RuleColumn } from '@semblance/contract'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { count } from '@/lib/format.ts'
import { EntityFields, type RowFieldsProps } from './entity-fields.tsx'
import { ReviewedRules } from './rules/reviewed-rules.tsx'
import { SeriesFields } from './series-fields.tsx'

type ReviewedRowsProps = RowFieldsProps & {
  table: string
  /** The columns as rules meet them. */
  ruleColumns: RuleColumn[]
  /** The parent or child table of these rows: such rows can have no other relation. */
  relatedTo: string | null
  /** The time by which rows seem to follow each other. */
  followsBy: string | null
}

/** Asks for the relations of the rows, next to those that the rows suggest. */
export function ReviewedRows({
  table,
  ruleColumns,
  relatedTo,
  followsBy,
  ...fields
}: ReviewedRowsProps) {
  const { suggested, said, onChange } = fields
  return (
    <div className="grid gap-4 border-t px-4 py-4 md:px-5">
      <h3 className="font-medium text-md">How the rows hang together</h3>
      {suggested.parent && (
        <CheckboxField
          checked={said.parent !== null}
          onCheckedChange={(isOn) => onChange({ parent: isOn === true ? suggested.parent : null })}
          label={<ParentLabel parent={suggested.parent} />}
        />
      )}
      {relatedTo ? (
        <p className="text-muted-foreground text-sm">
          Rows of <span className="mono">{table}</span> and{' '}
          <span className="mono">{relatedTo}</span> that belong together are made and protected
          together.
        </p>
      ) : (
        <div className="grid gap-4 md:grid-cols-2">
          <EntityFields {...fields} />
          <SeriesFields {...fields} followsBy={followsBy} />
        </div>
      )}
      <ReviewedRules
        columns={ruleColumns}
        suggested={suggested.rules}
        chosen={said.rules}
        onChange={(rules) => onChange({ rules })}
      />
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
