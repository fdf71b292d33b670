import path from 'node:path'
import { brokenSql, isOneOfSql } from '../engines/duckdb/broken-rule-sql.ts'
import { type Database, openDatabase, queryRows } from '../engines/duckdb/database.ts'
import { viewTwin } from '../engines/duckdb/write/view-twin.ts'
import {
  type ColumnRule,
  type ColumnRules,
  isWithin,
  type TableFindings,
  type TableRule,
  type TableRules,
} from '../schema/rules/table-rules.ts'

type CheckOptions = {
  /** CSV files as `synthesize` writes them. */
  tables: { name: string; path: string }[]
  rules: TableRules[]
  /** An existing directory; a subdirectory of it holds the work and is removed at the end. */
  tempDir: string
}

/**
 * Counts the rows of finished tables that break the receiver's rules: returns figures, never a
 * value. Rules for a sole table apply to the sole table, regardless of both names.
 */
export async function checkTables({
  tables,
  rules,
  tempDir,
}: CheckOptions): Promise<TableFindings[]> {
  const database = await openDatabase({
    workDir: tempDir,
    readablePaths: tables.map((table) => path.resolve(table.path)),
    threads: 2,
    memoryLimitMb: 512,
  })
  try {
    const findings: TableFindings[] = []
    for (const asked of rules) {
      const isSole = rules.length === 1 && tables.length === 1
      const table = isSole ? tables[0] : tables.find(({ name }) => asked.names.includes(name))
      findings.push(table ? await checkTable(database, table.path, asked) : notThere(asked))
    }
    return findings
  } finally {
    database.close()
  }
}

const notThere = ({ name, columns }: TableRules): TableFindings => ({
  name,
  isThere: false,
  rowCount: 0,
  rules: [],
  columns: columns.map((column) => ({ name: column.name, isThere: false, rules: [] })),
})

async function checkTable(
  { connection }: Database,
  file: string,
  asked: TableRules,
): Promise<TableFindings> {
  const header = await viewTwin(connection, 'checked', file)
  const columns = asked.columns.map((column) => {
    const place = header.findIndex((name) => column.names.includes(name))
    return { ...column, isThere: place >= 0, cell: cellSql(column, place) }
  })
  const cellOf = new Map(columns.map(({ name, isThere, cell }) => [name, isThere ? cell : 'null']))
  const expressions = [
    'count(*)',
    ...asked.rules.map((rule) => tableCountSql(rule, cellOf)),
    ...columns.flatMap(({ isThere, cell, rules }) =>
      isThere ? rules.map((rule) => countSql(cell, rule, rules)) : [],
    ),
  ]
  const counts = await countAll(connection, expressions)
  let next = 0
  const rowCount = counts[next++]!
  const finding = <Rule extends ColumnRule | TableRule>(rule: Rule) => {
    const count = counts[next++]!
    return { rule, count, pass: isWithin(rule.limit, count, rowCount) }
  }
  return {
    name: asked.name,
    isThere: true,
    rowCount,
    rules: asked.rules.map(finding),
    columns: columns.map(({ name, isThere, rules }) => ({
      name,
      isThere,
      rules: isThere ? rules.map(finding) : [],
    })),
  }
}

/**
 * Returns SQL for a cell. A text that usually marks a missing value is a value if the rules list it
 * as valid.
 */
function cellSql({ rules }: ColumnRules, place: number): string {
  const valid = rules.flatMap((rule) => (rule.check === 'invalid' ? (rule.values ?? []) : []))
  if (valid.length === 0) return `c${place}`
  return `coalesce(c${place}, case when ${isOneOfSql(`t${place}`, valid)} then t${place} end)`
}

function countSql(cell: string, rule: ColumnRule, rules: ColumnRule[]): string {
  if (rule.check === 'duplicates') return `count(${cell}) - count(distinct ${cell})`
  if (rule.check === 'missing')
    return `count(*) filter (where ${cell} is null${rule.texts.length > 0 ? ` or ${isOneOfSql(cell, rule.texts)}` : ''})`
  const typed = rules.find((one) => one.check === 'type')
  return `count(*) filter (where ${cell} is not null and (${brokenSql(cell, rule, typed)}))`
}

/** Rows without a part of the key are none's duplicates. */
function tableCountSql(rule: TableRule, cellOf: Map<string, string>): string {
  if (rule.check === 'rows') return 'count(*)'
  const cells = rule.columns.map((name) => cellOf.get(name) ?? 'null')
  const isWhole = cells.map((cell) => `${cell} is not null`).join(' and ')
  return `count(*) filter (where ${isWhole}) - count(distinct (${cells.join(', ')}, '')) filter (where ${isWhole})`
}

/** Limits the figures computed in one pass over the file. */
const FIGURES_PER_PASS = 200

async function countAll(
  connection: Database['connection'],
  expressions: string[],
): Promise<number[]> {
  const counts: number[] = []
  for (let from = 0; from < expressions.length; from += FIGURES_PER_PASS) {
    const part = expressions.slice(from, from + FIGURES_PER_PASS)
    const [row] = await queryRows(connection, `select ${part.join(', ')} from checked`)
    counts.push(...row!.map(Number))
  }
  return counts
}
