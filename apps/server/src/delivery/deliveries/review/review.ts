/** Converts the engine's findings for the vendor's review, and the vendor's decisions for the engine. */
import {
  type ColumnChoice,
  isNumberKind,
  type ReviewChoices,
  type ReviewedTable,
} from '@semblance/contract'
import type { DeclaredSchema, TableInspection } from '@semblance/synth'
import { AppError } from '../../../platform/http/errors.ts'
import { relationsAsDeclared, suggestedBy } from './row-relations.ts'

export const toReview = (tables: TableInspection[]): ReviewedTable[] =>
  tables.map(({ name, file, rowCount, columns, isNested, proposal, notices }) => ({
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
    isNested,
    suggested: suggestedBy(proposal.declared),
    followsBy: notices.find((notice) => notice.type === 'series_suspected')?.time ?? null,
  }))

/** Throws AppError for a table or column that is not there, and where a table would have no column left. */
export function checkChoices(tables: ReviewedTable[], choices: ColumnChoice[]): void {
  const refuse = (message: string) => new AppError('bad_input', { field: 'choices', message })
  const dropped = choices.filter(({ drop }) => drop)
  for (const { table, column, kind, sentinel } of choices) {
    const found = tables
      .find(({ name }) => name === table)
      ?.columns.find(({ name }) => name === column)
    if (!found) throw refuse('The review names a column that is not there. Read the page again.')
    if (sentinel != null && !isNumberKind(kind ?? found.kind))
      throw refuse(
        `Only a number can stand for missing values, and ${column} is not read as numbers.`,
      )
  }
  for (const { name, columns } of tables) {
    const left = columns.filter(
      (column) => !dropped.some((one) => one.table === name && one.column === column.name),
    )
    if (left.length === 0) throw refuse(`Keep at least one column of ${name}.`)
  }
}

/** Converts the vendor's choices to a declared schema, without what the vendor left unchanged. */
export function declaredOf({ choices, tables }: ReviewChoices): DeclaredSchema {
  const declared: DeclaredSchema = { tables: {} }
  const open = (table: string) => (declared.tables[table] ??= { columns: {}, rules: [] })
  for (const { table, column, kind, drop, sentinel } of choices)
    open(table).columns[column] = drop
      ? { drop: true }
      : { ...(kind && { kind }), ...(sentinel != null && { sentinel }) }
  for (const { table, ...relations } of tables)
    Object.assign(open(table), relationsAsDeclared(relations))
  return declared
}
