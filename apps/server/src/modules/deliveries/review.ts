/** What the engine found, as the vendor reviews it, and the vendor's decisions as the engine takes them. */
import type { ColumnChoice, ReviewedTable } from '@semblance/contract'
import type { DeclaredSchema, TableInspection } from '@semblance/synth'
import { AppError } from '../../platform/errors.ts'

export const toReview = (tables: TableInspection[]): ReviewedTable[] =>
  tables.map(({ name, file, rowCount, columns, proposal }) => ({
    name,
    file,
    rows: rowCount,
    columns: columns.map(({ name, kind, nullFraction }) => ({
      name,
      kind,
      personalData:
        kind === 'pii' ? (proposal.declared.columns[name]?.identifier ?? 'other') : null,
      missing: nullFraction,
    })),
  }))

/** Throws AppError for a table or column that is not there, and where a table would have no column left. */
export function checkChoices(tables: ReviewedTable[], choices: ColumnChoice[]): void {
  const refuse = (message: string) => new AppError('bad_input', { field: 'choices', message })
  const dropped = choices.filter(({ drop }) => drop)
  for (const { table, column } of choices) {
    const found = tables.find(({ name }) => name === table)
    if (!found?.columns.some(({ name }) => name === column))
      throw refuse('The review names a column that is not there. Read the page again.')
  }
  for (const { name, columns } of tables) {
    const left = columns.filter(
      (column) => !dropped.some((one) => one.table === name && one.column === column.name),
    )
    if (left.length === 0) throw refuse(`Keep at least one column of ${name}.`)
  }
}

/** Undefined when the vendor has left everything as it was found. */
export function declaredOf(choices: ColumnChoice[]): DeclaredSchema | undefined {
  if (choices.length === 0) return undefined
  const byTable = Map.groupBy(choices, ({ table }) => table)
  const tables = [...byTable].map(([table, chosen]) => {
    const columns = chosen.map(({ column, kind, drop }) => [
      column,
      drop ? { drop: true } : { ...(kind && { kind }) },
    ])
    return [table, { columns: Object.fromEntries(columns), rules: [] }]
  })
  return { tables: Object.fromEntries(tables) }
}
