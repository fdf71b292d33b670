/** Compares the columns of a request's data contract with the synthetic rows of a preview. */
import { type AgreedColumn, type DataContract, rulesOf, ruleText } from '@semblance/contract'
import { checkTables } from '@semblance/synth'

type Findings = Awaited<ReturnType<typeof checkTables>>
type Table = { name: string; path: string; published: { columns: { name: string }[] } }
type Column = Findings[number]['columns'][number]

/** Counts on the tables as written. Returns null without a data contract. */
export async function compareAgreed(
  dataContract: DataContract | null,
  tables: Table[],
  tempDir: string,
): Promise<AgreedColumn[] | null> {
  if (!dataContract) return null
  const rules = rulesOf(dataContract)
  const findings = await checkTables({ tables, rules, tempDir })
  const made = tables.flatMap(({ published }) => published.columns.map(({ name }) => name))
  const madeNames = new Set(made)
  return findings.flatMap(({ name, isThere, rowCount, columns }, table) =>
    columns.map((column, place) => ({
      table: isThere ? name : null,
      name: column.name,
      column: column.isThere
        ? (rules[table]?.columns[place]?.names.find((one) => madeNames.has(one)) ?? null)
        : null,
      ...compare(column, rowCount),
    })),
  )
}

function compare(
  { isThere, rules }: Column,
  rows: number,
): Omit<AgreedColumn, 'table' | 'name' | 'column'> {
  const wanted = rules.map(({ rule }) => ruleText(rule)).join('; ') || 'in the delivery'
  if (!isThere) return { state: 'missing', wanted, found: 'not among the columns' }
  const missed = rules.filter(({ pass }) => !pass)
  if (missed.length === 0) return { state: 'matched', wanted, found: 'as agreed' }
  const found = missed
    .map(({ rule, count }) => `${ruleText(rule)}: ${brokenText(rule.check, count, rows)}`)
    .join('; ')
  return { state: 'differs', wanted, found }
}

const words: Record<string, string> = { missing: 'missing', duplicates: 'repeated' }

function brokenText(check: string, count: number, rows: number): string {
  if (count === 0) return 'none'
  const share = ((100 * count) / Math.max(1, rows)).toLocaleString('en-US', {
    maximumFractionDigits: 1,
  })
  return `${share}% of rows ${words[check] ?? 'not'}`
}
