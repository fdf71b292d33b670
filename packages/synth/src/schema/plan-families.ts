import type { DeclaredColumn, DeclaredSchema, DeclaredTable } from './declared-schema.ts'
import { didYouMean } from './did-you-mean.ts'
import { SynthesisError } from './synthesis-error.ts'

/**
 * Describes a relation: rows of table `child` belong to rows of table `parent`, at most `maxRows`
 * of them count for each.
 */
export type Relation = {
  parent: string
  child: string
  /** The child's column that holds the parent's key, and that key. */
  column: string
  key: string
  maxRows: number
  /** True if the relation was found in the file, and `maxRows` is the usual number in it. */
  isFound: boolean
}

/** Describes a column that holds keys of another table, in the terms of a declaration. */
export type ParentFact = NonNullable<DeclaredTable['parent']>

/** Holds related tables; most families have a single one. */
export type Family = {
  /** Names, every table after its parent. The first is the root. */
  tables: string[]
  relations: Relation[]
}

type NamedTable = {
  name: string
  columnNames: string[]
  /** Set where only a random part of its rows is at hand. */
  sample?: unknown
  /** Set where it is a list within another table's records. */
  parent?: ParentFact
}

/**
 * Returns the families of some tables, in the order of their roots: as declared, else as the file
 * has them. Throws SynthesisError `invalid_schema`, naming the field, for relations that do not
 * form a forest.
 */
export function planFamilies(tables: NamedTable[], declared: DeclaredSchema | undefined): Family[] {
  const relations = tables.flatMap(({ name, parent: found }) => {
    const own = declared?.tables[name]?.parent
    const isFound = own === undefined && found !== undefined && mayFollow(name, found, declared)
    const parent = isFound ? found : own
    if (!parent) return []
    const { table, ...rest } = parent
    return [{ parent: table, child: name, isFound, ...rest }]
  })
  for (const relation of relations) {
    rejectRelation(relation, tables, declared)
    const other = relations.find(
      ({ parent, key }) => parent === relation.parent && key !== relation.key,
    )
    if (other && relations.indexOf(other) < relations.indexOf(relation)) {
      throw refuse(
        relation,
        'key',
        `differs from that of ${other.child}; rows of a table go by one key`,
      )
    }
  }
  const children = new Set(relations.map(({ child }) => child))
  const families = tables
    .filter(({ name }) => !children.has(name))
    .map(({ name }) => familyOf(name, relations))
  const reached = new Set(families.flatMap((family) => family.tables))
  const circular = relations.find(({ child }) => !reached.has(child))
  if (circular) throw refuse(circular, 'table', 'goes in a circle')
  return families
}

/** Returns true if no declaration of either table contradicts the relation found in the file. */
function mayFollow(name: string, found: ParentFact, declared: DeclaredSchema | undefined): boolean {
  return [
    { table: name, column: found.column },
    { table: found.table, column: found.key },
  ].every(({ table, column }) => {
    const { entity, series, columns } = declared?.tables[table] ?? {}
    return !entity && !series && canBeKey(columns?.[column])
  })
}

const canBeKey = ({ kind = 'key', drop = false }: DeclaredColumn = {}) => kind === 'key' && !drop

function familyOf(root: string, relations: Relation[]): Family {
  const tables = [root]
  for (const table of tables) {
    tables.push(...relations.filter(({ parent }) => parent === table).map(({ child }) => child))
  }
  return { tables, relations: relations.filter(({ child }) => tables.includes(child)) }
}

function rejectRelation(
  relation: Relation,
  tables: NamedTable[],
  declared: DeclaredSchema | undefined,
): void {
  const names = tables.map(({ name }) => name)
  const parent = tables.find(({ name }) => name === relation.parent)
  if (!parent) {
    const similar = didYouMean(relation.parent, names)
    throw refuse(relation, 'table', `names no table that was read${similar}`)
  }
  const child = tables.find(({ name }) => name === relation.child)!
  if (parent.sample || child.sample) {
    throw new SynthesisError(
      'invalid_schema',
      'Related tables are made from files only: export them, or leave "parent" out to have each made on its own.',
    )
  }
  for (const [field, { name, columnNames }] of [
    ['column', child],
    ['key', parent],
  ] as const) {
    const column = relation[field]
    if (!columnNames.includes(column)) {
      const similar = didYouMean(column, columnNames)
      throw refuse(
        relation,
        field,
        `names a column "${column}" that ${name} does not have${similar}`,
      )
    }
    refuseKind(relation, field, declared?.tables[name]?.columns[column])
  }
  for (const table of [child.name, parent.name]) refuseOtherUnits(relation, declared?.tables[table])
}

function refuseKind(
  relation: Relation,
  field: 'column' | 'key',
  declared: DeclaredColumn | undefined,
): void {
  if (canBeKey(declared)) return
  const how = declared?.drop ? 'dropped' : `of kind ${declared?.kind}`
  throw refuse(
    relation,
    field,
    `names a column that is declared to be ${how}; tables refer to each other by columns of kind key`,
  )
}

/** Rejects other units in a family: the protected unit is a row of the root with all rows linked to it. */
function refuseOtherUnits(relation: Relation, table: DeclaredTable | undefined): void {
  for (const field of ['entity', 'series'] as const) {
    if (!table?.[field]) continue
    throw new SynthesisError(
      'invalid_schema',
      `Schema: tables.${relation.child}.parent cannot stand beside ${field}, neither in this table nor in ${relation.parent}: rows of related tables are protected, and made, by the row of the first table that they hang on.`,
    )
  }
}

/**
 * Returns the schema, if there is one, with the columns by which tables refer to each other as
 * keys, regardless of their values.
 */
export function withKeys(
  declared: DeclaredSchema | undefined,
  families: Family[],
): { schema?: DeclaredSchema } {
  const relations = families.flatMap((family) => family.relations)
  if (!declared && relations.length === 0) return {}
  const tables = { ...declared?.tables }
  const addKey = (table: string, column: string) => {
    const of = tables[table] ?? { columns: {}, rules: [] }
    const columns = { ...of.columns, [column]: { ...of.columns[column], kind: 'key' as const } }
    tables[table] = { ...of, columns }
  }
  for (const { parent, child, column, key } of relations) {
    addKey(child, column)
    addKey(parent, key)
  }
  return { schema: { tables } }
}

/** Returns, by table of the family, the number of its rows that may be linked to one row of the root. */
export function rowsOfUnit({ tables, relations }: Family): Map<string, number> {
  const rows = new Map<string, number>()
  for (const table of tables) {
    const relation = relations.find(({ child }) => child === table)
    rows.set(table, relation ? relation.maxRows * rows.get(relation.parent)! : 1)
  }
  return rows
}

function refuse(relation: Relation, field: string, what: string): SynthesisError {
  return new SynthesisError(
    'invalid_schema',
    `Schema: tables.${relation.child}.parent.${field} ${what}.`,
  )
}
