/**
 * Converts relations between rows: the engine's suggestion, the vendor's choice, and the engine's
 * schema for it.
 */
import {
  namesInRule,
  type ReviewChoices,
  type ReviewedTable,
  type RowRelations,
  type RuleColumn,
  rowRelations,
  ruleColumns,
  ruleProblem,
  type TableChoice,
} from '@semblance/contract'
import type { DeclaredSchema } from '@semblance/synth'
import { AppError } from '../../../platform/http/errors.ts'

type DeclaredTable = DeclaredSchema['tables'][string]

/** Returns the relations of an inferred table schema that the vendor may confirm. */
export const suggestedBy = ({ entity, series, parent, rules }: DeclaredTable): RowRelations =>
  rowRelations.parse({
    entity,
    series,
    parent,
    rules,
  })

export const relationsAsDeclared = ({ entity, series, parent, rules }: RowRelations) => ({
  ...(entity && { entity }),
  ...(series && { series: { time: series.time, ...(series.device && { device: series.device }) } }),
  parent,
  rules,
})

/** Throws AppError that names the field, for what is not in the tables or does not go together. */
export function checkTableChoices(tables: ReviewedTable[], review: ReviewChoices): void {
  const { choices, tables: chosen } = review
  for (const [index, choice] of chosen.entries()) {
    const at = (field: string) => `tables.${index}.${field}`
    if (chosen.findIndex(({ table }) => table === choice.table) < index)
      throw refuse(at('table'), `The review names ${choice.table} twice.`)
    for (const { field, table, column } of columnsNamedBy(choice)) {
      const found = tables.find(({ name }) => name === table)
      if (!found?.columns.some(({ name }) => name === column))
        throw refuse(at(field), 'The review names a column that is not there. Read the page again.')
      if (choices.some((one) => one.table === table && one.column === column && one.drop))
        throw refuse(
          at(field),
          `${column} of ${table} is left out, so the rows cannot go by it. Keep the column, or choose another.`,
        )
    }
    checkTogether(choice, chosen, at)
    const found = tables.find(({ name }) => name === choice.table)
    if (found) checkRules(choice, ruleColumns(found, review), at)
  }
}

/** Throws for the first rule that cannot hold together with those before it. */
function checkRules({ rules }: TableChoice, columns: RuleColumn[], at: (field: string) => string) {
  for (const [i, rule] of rules.entries()) {
    const problem = ruleProblem(rule, rules.slice(0, i), columns)
    if (problem) throw refuse(at(`rules.${i}`), problem)
  }
}

function checkTogether(choice: TableChoice, chosen: TableChoice[], at: (field: string) => string) {
  const { table, entity, series, parent } = choice
  if (entity && series?.device && series.device !== entity.column)
    throw refuse(
      at('series.device'),
      `The rows of ${table} belong together by ${entity.column}, so its sequences have to go by it, too.`,
    )
  if (!parent) return
  for (const of of chosen.filter((one) => one === choice || one.table === parent.table))
    if (of.entity || of.series)
      throw refuse(
        at('parent'),
        `The rows of ${table} belong to those of ${parent.table}. Rows of ${of.table} can then neither belong together by a column nor follow each other.`,
      )
}

type NamedColumn = { field: string; table: string; column: string }

function columnsNamedBy({ table, entity, series, parent, rules }: TableChoice): NamedColumn[] {
  return [
    ...(entity ? [{ field: 'entity.column', table, column: entity.column }] : []),
    ...(series ? [{ field: 'series.time', table, column: series.time }] : []),
    ...(series?.device ? [{ field: 'series.device', table, column: series.device }] : []),
    ...(parent
      ? [
          { field: 'parent.column', table, column: parent.column },
          { field: 'parent.key', table: parent.table, column: parent.key },
        ]
      : []),
    ...rules.flatMap((rule, i) =>
      namesInRule(rule).map((column) => ({ field: `rules.${i}`, table, column })),
    ),
  ]
}

const refuse = (field: string, message: string) => new AppError('bad_input', { field, message })
