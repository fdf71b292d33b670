import type { ColumnSchema } from './column-schema.ts'
import type { Family, Relation } from './plan-families.ts'
import { planRules } from './rules/plan-rules.ts'
import type { RulePlan } from './rules/rule-plan.ts'
import type { TableSchema } from './table-schema.ts'

/**
 * Describes a table of a family; columns are given by position, tables by their position in the
 * family.
 */
export type RelatedTable = {
  name: string
  /** Includes a computed column for each child table: the number of its rows linked to a row. */
  rules: RulePlan
  /** The column by which children refer to rows; null where there are none. */
  key: number | null
  /** Null for the root. `column` holds the parent's `key`. */
  parent: { place: number; name: string; column: number; key: number; maxRows: number } | null
  /** `count` is the position of the number of rows of the child, whose `column` holds the key. */
  children: { place: number; name: string; column: number; maxRows: number; count: number }[]
  /** The parent's modeled columns, which in this table come after all others. */
  context: number[]
}

/** Plans the tables of a family, whose `schemas` come in its order. */
export function linkTables(family: Family, schemas: TableSchema[]): RelatedTable[] {
  const placeOf = (name: string) => family.tables.indexOf(name)
  const columnOf = (table: string, column: string) =>
    schemas[placeOf(table)]!.columns.findIndex(({ name }) => name === column)
  const linked: RelatedTable[] = []
  for (const schema of schemas) {
    const own = family.relations.filter(({ parent }) => parent === schema.name)
    const up = family.relations.find(({ child }) => child === schema.name)
    const rules = planRules(schema)
    const width = rules.schemas.length
    linked.push({
      name: schema.name,
      rules: withLinks(rules, schema, own, up),
      key: own[0] ? columnOf(schema.name, own[0].key) : null,
      parent: up
        ? {
            place: placeOf(up.parent),
            name: up.parent,
            column: columnOf(up.child, up.column),
            key: columnOf(up.parent, up.key),
            maxRows: up.maxRows,
          }
        : null,
      children: own.map(({ child, column, maxRows }, i) => ({
        place: placeOf(child),
        name: child,
        column: columnOf(child, column),
        maxRows,
        count: width + i,
      })),
      context: up ? modeledColumns(linked[placeOf(up.parent)]!.rules) : [],
    })
  }
  return linked
}

export function modeledColumns({ uses }: RulePlan): number[] {
  return [...uses.keys()].filter((j) => uses[j] === 'modeled')
}

/** Keys are made up so that they fit, and each child's rows are counted in a column of their own. */
function withLinks(
  rules: RulePlan,
  { columns }: TableSchema,
  children: Relation[],
  parent: Relation | undefined,
): RulePlan {
  const keys = [...children.map(({ key }) => key), ...(parent ? [parent.column] : [])]
  const uses = rules.uses.map((use, j) =>
    j < rules.width && keys.includes(columns[j]!.name) ? ('linked' as const) : use,
  )
  return {
    ...rules,
    schemas: [...rules.schemas, ...children.map(countSchema)],
    uses: [...uses, ...children.map(() => 'modeled' as const)],
  }
}

function countSchema({ child, maxRows }: Relation): ColumnSchema {
  return {
    name: `number of ${child} rows`,
    kind: 'integer',
    nullToken: '',
    decimals: 0,
    fixedDecimals: false,
    dateFormat: '',
    unitSeconds: 86_400,
    mask: '',
    identifier: null,
    unit: null,
    bounds: { low: 0, high: maxRows },
    values: null,
    inferred: [],
  }
}
