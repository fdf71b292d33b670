/** Holds the vendor's choices in a review so far, and the functions that update them. */
import {
  type ColumnChoice,
  type ColumnProfiles,
  namesInRule,
  type ReviewChoices,
  type ReviewedTable,
  type RowRelations,
  rowRelations,
  type TableChoice,
} from '@semblance/contract'

const nothingSaid: RowRelations = rowRelations.parse({})

/** Adds the found parent to nested lists without a choice. */
export function withFound(
  { choices, tables }: ReviewChoices,
  review: readonly ReviewedTable[],
): ReviewChoices {
  const unsaid = review.filter(
    ({ name, isNested }) => isNested && !tables.some(({ table }) => table === name),
  )
  const found = unsaid.map(({ name, suggested: { parent } }) => ({
    ...nothingSaid,
    table: name,
    parent,
  }))
  return { choices, tables: [...tables, ...found] }
}

/**
 * Adds the sentinels that were found to columns without a choice of their own: what is proposed is
 * chosen already.
 */
export function withProposed(
  { choices, tables }: ReviewChoices,
  profiles: ColumnProfiles['tables'],
): ReviewChoices {
  const isSaid = (table: string, column: string) =>
    choices.some((one) => one.table === table && one.column === column)
  const proposed = profiles.flatMap(({ name: table, columns }) =>
    columns.flatMap(({ name: column, sentinel }) =>
      sentinel && !isSaid(table, column)
        ? [{ table, column, sentinel: Number(sentinel.value) }]
        : [],
    ),
  )
  return proposed.length > 0 ? { choices: [...choices, ...proposed], tables } : { choices, tables }
}

/** Returns the chosen relations of a table's rows. */
export const relationsOf = ({ tables }: ReviewChoices, table: string): RowRelations =>
  tables.find((one) => one.table === table) ?? nothingSaid

/** Returns the parent or child table that is related to `table`, or null. */
export function relatedTable({ tables }: ReviewChoices, table: string): string | null {
  const own = tables.find((one) => one.table === table)?.parent?.table
  return own ?? tables.find(({ parent }) => parent?.table === table)?.table ?? null
}

/**
 * Replaces the choice for one column; a choice equal to the findings is removed. Removes relations
 * that use a dropped column.
 */
export function withColumn(chosen: ReviewChoices, next: ColumnChoice): ReviewChoices {
  const others = chosen.choices.filter(
    ({ table, column }) => table !== next.table || column !== next.column,
  )
  const isSaid = next.kind || next.drop || next.sentinel !== undefined
  const choices = isSaid ? [...others, next] : others
  const tables = next.drop ? chosen.tables.map((one) => without(one, next)) : chosen.tables
  return { choices, tables }
}

/** Changes a table's relations. A table with a parent, and the parent, lose entity and series. */
export function withRelations(
  chosen: ReviewChoices,
  table: string,
  change: Partial<RowRelations>,
): ReviewChoices {
  const next = { ...relationsOf(chosen, table), ...change, table }
  const others = chosen.tables.filter((one) => one.table !== table)
  if (!change.parent) return { ...chosen, tables: [...others, next] }
  const alone = { entity: null, series: null }
  const tables = others.map((one) =>
    one.table === change.parent?.table ? { ...one, ...alone } : one,
  )
  return { ...chosen, tables: [...tables, { ...next, ...alone }] }
}

/** Returns the relations that the rows suggest, without those that depend on a dropped column. */
export const suggestedNow = ({ choices }: ReviewChoices, table: ReviewedTable): RowRelations =>
  choices.filter(({ drop }) => drop).reduce(without, { ...table.suggested, table: table.name })

function without(choice: TableChoice, { table, column }: ColumnChoice): TableChoice {
  const { entity, series, parent, rules } = choice
  const isGone = (of: string, name: string | null | undefined) => of === table && name === column
  const isOwn = (name: string | null | undefined) => isGone(choice.table, name)
  const isParentGone = isOwn(parent?.column) || isGone(parent?.table ?? '', parent?.key)
  return {
    ...choice,
    entity: isOwn(entity?.column) ? null : entity,
    series: isOwn(series?.time) || isOwn(series?.device) ? null : series,
    parent: isParentGone ? null : parent,
    rules: rules.filter((rule) => !namesInRule(rule).some(isOwn)),
  }
}
