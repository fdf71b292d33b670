/** Plans what is counted in the certified files for the claims of a dispute, and judges the claims by the counts. */
import type { DataClaim, DataFormat, Finding, Measurement, TableRules } from '@semblance/contract'
import { recordsAllowance } from '../deliveries/service.ts'
import type { CheckedTables, CheckInput } from '../engine/service.ts'
import { type Against, judgeAccuracy, judgePair } from './against-model.ts'
import type { CollectedFile } from './collect-files.ts'
import type { DeliveredData } from './delivered-data.ts'
import { decided, type Judgement, unknownFor } from './judgement.ts'

/** Returns the name of a delivered table's file in a format, as the platform names them. */
const fileIn = (format: DataFormat, twin: string) => twin.replace(/\.csv$/, `.${format}`)

/** Names the certified files that claims are about: all tables, and those of claimed formats. */
export function namesToCollect({ tables }: DeliveredData, claims: DataClaim[]): string[] {
  const formats = claims.flatMap((claim) => (claim.type === 'format' ? [claim.format] : []))
  return [
    ...new Set(
      tables.flatMap(({ file }) => [file, ...formats.map((format) => fileIn(format, file))]),
    ),
  ]
}

type Place = { tables: { name: string; path: string }[]; files: string[] }

/** Returns the files that were found as certified: tables by name, and all others. */
export function placesOf({ tables }: DeliveredData, collected: CollectedFile[]): Place {
  const pathOf = new Map(collected.flatMap(({ name, path }) => (path ? [[name, path]] : [])))
  return {
    tables: tables.flatMap(({ name, file }) => {
      const path = pathOf.get(file)
      return path ? [{ name, path }] : []
    }),
    files: [...pathOf.values()],
  }
}

/** Returns what is counted: the rows of every table first, then for each claim about a rule its own count. */
export function rulesToCount(data: DeliveredData, claims: DataClaim[]): CheckInput['rules'] {
  return [
    ...data.tables.map(({ name }) => ({ name, names: [name], columns: [], rules: [] })),
    ...claims.flatMap((claim) => (claim.type === 'column_rule' ? [rulesFor(claim, data)] : [])),
  ]
}

type RuleClaim = Extract<DataClaim, { type: 'column_rule' }>

/** The claimed rule comes last, after those that say how a cell of its column is read. */
function rulesFor(claim: RuleClaim, data: DeliveredData): TableRules {
  const { table: name, column, rule } = claim
  const agreed = data.tables.find((table) => table.name === name)?.agreed
  const base = { name, names: [name] }
  if (column === null)
    return {
      ...base,
      columns: (agreed?.columns ?? []).map((one) => ({ ...one, rules: [] })),
      rules: 'columns' in rule || rule.check === 'rows' ? [rule] : [],
    }
  const own = agreed?.columns.find(({ names }) => names.includes(column))
  const claimed = 'columns' in rule || rule.check === 'rows' ? [] : [rule]
  return {
    ...base,
    columns: [
      { name: column, names: [column], type: null, rules: [...(own?.rules ?? []), ...claimed] },
    ],
    rules: [],
  }
}

export type Checked = { collected: CollectedFile[]; checked: CheckedTables; against: Against }

/** Judges claims in their order. A claim about a file that is not as certified is not judged. */
export function judgeClaims(data: DeliveredData, claims: DataClaim[], found: Checked): Judgement[] {
  let ruleClaims = 0
  return claims.map((claim) => {
    const place = claim.type === 'column_rule' ? data.tables.length + ruleClaims++ : -1
    return filesNeeded(claim, data).every((name) => isAsCertified(found.collected, name))
      ? judge(claim, place, data, found)
      : unknownFor('files_differ')
  })
}

/** A file that the certificate does not name cannot differ from it. */
const isAsCertified = (collected: CollectedFile[], name: string) =>
  collected.every((file) => file.name !== name || file.path !== null)

function filesNeeded(claim: DataClaim, { tables }: DeliveredData): string[] {
  const all = tables.map(({ file }) => file)
  if (claim.type === 'format') return all.flatMap((file) => [file, fileIn(claim.format, file)])
  if (!('table' in claim)) return all
  return tables.filter(({ name }) => name === claim.table).map(({ file }) => file)
}

function judge(claim: DataClaim, place: number, data: DeliveredData, found: Checked): Judgement {
  switch (claim.type) {
    case 'column_rule':
      return judgeRule(claim, found.checked.findings[place])
    case 'records':
      return judgeRecords(data, found)
    case 'format':
      return judgeFormat(claim.format, data, found)
    case 'accuracy':
      return judgeAccuracy(data, found.against)
    case 'pair':
      return judgePair(claim, data, found.against)
  }
}

function judgeRule(
  { column }: RuleClaim,
  finding: CheckedTables['findings'][number] | undefined,
): Judgement {
  const counted = column === null ? finding?.rules[0] : finding?.columns[0]?.rules.at(-1)
  if (!finding || !counted) return unknownFor('not_measured')
  const { rowCount } = finding
  const breaking = counted.rule.check === 'rows' ? 0 : counted.count
  return decided(!counted.pass, { type: 'column_rule', rows: rowCount, breaking })
}

/** Records are counted exactly, and held against the agreed number itself. */
function judgeRecords({ agreed, tables }: DeliveredData, { checked }: Checked): Judgement {
  const { minRecords: wanted, privacyLevel } = agreed
  if (wanted === null) return unknownFor('no_figures')
  const found = Math.max(...checked.findings.slice(0, tables.length).map((one) => one.rowCount))
  const tolerated = Math.floor(recordsAllowance(wanted, privacyLevel))
  return decided(found < wanted, { type: 'records', found, wanted, tolerated })
}

const sniffed: Record<DataFormat, string> = { csv: 'text', json: 'json', xlsx: 'zip' }

function judgeFormat(format: DataFormat, data: DeliveredData, found: Checked): Judgement {
  const { files } = placesOf(data, found.collected)
  const tables = data.tables.map(({ name, file, columns }, i) => {
    const collected = found.collected.find((one) => one.name === fileIn(format, file))
    const facts = collected?.path ? found.checked.facts[files.indexOf(collected.path)] : null
    const isReadable = facts?.format === sniffed[format]
    const [sole, ...more] = facts?.tables ?? []
    const isSameTable =
      sole !== undefined &&
      more.length === 0 &&
      sole.rowCount === found.checked.findings[i]?.rowCount &&
      isSameSet(sole.columnNames, columns)
    return { table: name, file: collected?.name ?? null, isReadable, isSameTable }
  })
  const measured: Measurement = { type: 'format', tables }
  return decided(!tables.every((one) => one.isReadable && one.isSameTable), measured)
}

const isSameSet = (one: string[], other: string[]) =>
  one.length === other.length && one.every((name) => other.includes(name))

/** Returns what a finding states of the files. */
export const statedFiles = (collected: CollectedFile[]): Finding['files'] =>
  collected.map(({ name, sha256, foundSha256 }) => ({ name, sha256, foundSha256 }))
