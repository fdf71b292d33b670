import type { DuckDBConnection } from '@duckdb/node-api'
import { queryRows, sqlString } from '../engines/duckdb/database.ts'
import { writeRule } from '../schema/rules/declare-rule.ts'
import type { RulePlan } from '../schema/rules/rule-plan.ts'
import type { Rule, TableSchema } from '../schema/table-schema.ts'

/** Counts the original's rows that break each rule; exact, so for its owner only. Reads the table `coded`. */
export async function countBrokenRules(
  connection: DuckDBConnection,
  { columns, rules }: Pick<TableSchema, 'columns' | 'rules'>,
  { checks }: RulePlan,
): Promise<{ rule: string; brokenRows: number }[]> {
  if (rules.length === 0) return []
  const flags = checks.map((_, i) => `count(*) filter (broken${i})`)
  const [counts] = await queryRows(connection, `select ${['0', ...flags].join(', ')} from coded`)
  const checked = counts!.slice(1).values()
  const broken: { rule: string; brokenRows: number }[] = []
  for (const rule of rules) {
    const rows =
      rule.type === 'dependency'
        ? (await queryRows(connection, dependencySql(rule)))[0]![0]
        : checked.next().value
    broken.push({ rule: writeRule(rule, (j) => columns[j]!.name), brokenRows: Number(rows) })
  }
  return broken
}

/** Rows whose value is not the public one, or not the commonest of rows that are equal in `on`. */
function dependencySql({ on, column, mapping }: Extract<Rule, { type: 'dependency' }>): string {
  const keys = on.map((j) => `x${j}`).join(', ')
  if (!mapping) {
    return `select sum(n - commonest) from (
      select sum(n) as n, max(n) as commonest from (
        select ${keys}, count(*) as n from coded group by ${keys}, x${column}) group by ${keys})`
  }
  const pairs = Object.entries(mapping).map((pair) => `(${pair.map(sqlString).join(', ')})`)
  const labels = (j: number) => `(select distinct code, value from dictionary${j})`
  return `select count(*) from coded
    join ${labels(on[0]!)} as key on key.code = ${keys}
    left join ${labels(column)} as found on found.code = x${column}
    left join (values ${pairs.join(', ')}) as public(key, value) on public.key = key.value
    where found.value is distinct from public.value`
}
