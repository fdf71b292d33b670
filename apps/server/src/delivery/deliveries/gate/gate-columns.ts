/** Lists the gate's counts for a data contract: one line per column and per rule about a whole table. */
import { type GateItem, ruleText } from '@semblance/contract'
import type { TableFindings } from '@semblance/synth'

type Finding = TableFindings['rules'][number] | TableFindings['columns'][number]['rules'][number]

export function columnItems(findings: TableFindings[]): GateItem[] {
  const isSole = findings.length === 1
  return findings.flatMap((table) =>
    table.isThere
      ? [
          ...table.rules.map((finding, index) => tableItem(table, finding, index)),
          ...table.columns.map((column) => columnItem(table, column, isSole)),
        ]
      : [missingTable(table)],
  )
}

function missingTable({ name }: TableFindings): GateItem {
  return {
    id: `table:${name}`,
    label: `Table ${name}`,
    wanted: 'in the delivery',
    found: 'missing',
    pass: false,
    sentence: `The table ${name} is missing.`,
  }
}

function tableItem(table: TableFindings, finding: Finding, index: number): GateItem {
  const wanted = ruleText(finding.rule)
  const found = foundText(finding, table.rowCount)
  return {
    id: `table:${table.name}:${index}`,
    label: `Table ${table.name}`,
    wanted,
    found,
    pass: finding.pass,
    sentence: `Table ${table.name}: ${wanted}; found ${found}.`,
  }
}

function columnItem(
  table: TableFindings,
  { name, isThere, rules }: TableFindings['columns'][number],
  isSole: boolean,
): GateItem {
  const label = isSole ? `Column ${name}` : `Column ${table.name}.${name}`
  const wanted = rules.map(({ rule }) => ruleText(rule)).join('; ') || 'in the delivery'
  const base = { id: `column:${table.name}.${name}`, label, wanted }
  if (!isThere) return { ...base, found: 'missing', pass: false, sentence: `${label} is missing.` }
  const missed = rules.filter(({ pass }) => !pass)
  if (missed.length === 0)
    return { ...base, found: 'as agreed', pass: true, sentence: `${label} is as agreed.` }
  const found = missed
    .map((finding) => `${ruleText(finding.rule)}: ${foundText(finding, table.rowCount)}`)
    .join('; ')
  return { ...base, found, pass: false, sentence: `${label} misses ${found}.` }
}

const count = (figure: number) => figure.toLocaleString('en-US')

/** Describes a finding in figures, never with a value of the data. */
function foundText({ rule, count: found }: Finding, rows: number): string {
  if (rule.check === 'rows') return `${count(found)} rows`
  const words = { missing: 'missing', duplicates: 'repeated' }[rule.check as string] ?? 'not'
  const verb = found === 1 ? 'is' : 'are'
  return found === 0 ? 'none' : `${count(found)} of ${count(rows)} ${verb} ${words}`
}
