import { Document, isMap, isNode, isPair, LineCounter, parseDocument, type YAMLMap } from 'yaml'
import type { TableInspection } from '../run/inspect-tables.ts'
import {
  type DeclaredSchema,
  type DeclaredTable,
  declaredSchema,
  fieldNames,
} from '../schema/declared-schema.ts'
import { noticeText } from '../schema/notices.ts'
import { SynthesisError } from '../schema/synthesis-error.ts'
import { describeIssue } from './describe-issue.ts'

/**
 * Parses an owner's declarations in a YAML or JSON text. Throws SynthesisError `invalid_schema`
 * with the field, line and column of the first mistake.
 */
export function parseSchema(text: string, fileName: string): DeclaredSchema {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const refuse = (message: string, offset: number) => {
    const { line, col: column } = lines.linePos(offset)
    const place = { file: fileName, line, column }
    const where = `${fileName}, line ${line}, column ${column}`
    return new SynthesisError('invalid_schema', `${where}: ${message}.`, place)
  }
  const [error] = document.errors
  if (error) {
    throw refuse(`not YAML (${error.code.toLowerCase().replaceAll('_', ' ')})`, error.pos[0])
  }
  const result = declaredSchema.safeParse(document.toJS({ maxAliasCount: 100 }))
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const field = issue.path.join('.') || 'the schema'
  throw refuse(
    `${field} ${describeIssue(issue, fieldNames)}`,
    offsetOf(document.contents, issue.path),
  )
}

/** Returns the offset of the field at `path`, or of its parent if the field is missing. */
function offsetOf(root: unknown, path: readonly PropertyKey[]): number {
  let node = root
  let offset = startOf(node)
  for (const key of path) {
    const pair = isMap(node)
      ? node.items.find((item) => isPair(item) && String(item.key) === String(key))
      : undefined
    const next = pair ? pair.value : getItem(node, key)
    if (pair) offset = startOf(pair.key)
    else if (isNode(next)) offset = startOf(next)
    else break
    node = next
  }
  return offset
}

function getItem(node: unknown, key: PropertyKey): unknown {
  const { items } = node as { items?: unknown[] }
  return Array.isArray(items) && typeof key === 'number' ? items[key] : undefined
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0
}

const HEAD = [
  ' What the data suggest, read exactly and meant for their owner. Correct it and pass it with --schema.',
  ' All that is declared here counts as public: it is outside the guarantee, and costs no budget.',
  ' Read from the data: kinds, decimals, formats, patterns, identifiers, signs for missing values, entity,',
  ' series, parent, rules, and that no value lies outside min and max. Units and bounds go by names alone.',
  ' What you leave out of a column is decided by noisy votes, which cost 2% of the budget.',
].join('\n')

function brokenRulesComment({ brokenRules }: TableInspection['proposal']): string {
  const lines = brokenRules.map(({ rule, brokenRows, rows }) => {
    const [text] = new Document([rule], {})
      .toString({ collectionStyle: 'flow', lineWidth: 0 })
      .split('\n')
    const count = `${brokenRows} of ${rows} rows looked at`
    return ` ${text?.replace(/^\[ | \]$/g, '')} # broken by ${count}`
  })
  return [' Not declared, because some rows break them; in the twin none would:', ...lines].join(
    '\n',
  )
}

/** Writes proposals as a schema file, each column with its reason, and broken rules as comments. */
export function writeSchema(inspections: TableInspection[]): string {
  const tables = inspections.map(({ name, proposal }) => [name, withoutEmpty(proposal.declared)])
  const document = new Document({ tables: Object.fromEntries(tables) })
  document.commentBefore = HEAD
  for (const { name, proposal, notices } of inspections) {
    for (const { column, why } of proposal.reasons) {
      const node = document.getIn(['tables', name, 'columns', column], true) as YAMLMap
      node.flow = true
      node.comment = ` ${why}`
    }
    for (const i of proposal.declared.rules.keys()) {
      const node = document.getIn(['tables', name, 'rules', i], true) as YAMLMap
      node.flow = true
    }
    const table = document.getIn(['tables', name], true) as YAMLMap
    table.commentBefore = [...proposal.warnings, ...notices.map(noticeText)]
      .map((warning) => ` ${warning}`)
      .join('\n')
    if (proposal.brokenRules.length > 0) table.comment = brokenRulesComment(proposal)
  }
  return document.toString({ lineWidth: 0 })
}

function withoutEmpty({ rules, ...rest }: DeclaredTable): object {
  return rules.length > 0 ? { ...rest, rules } : rest
}
