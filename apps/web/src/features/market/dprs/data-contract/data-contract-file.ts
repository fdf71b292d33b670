/** Data contracts as files: YAML, of which JSON is a part. Loaded when it is needed, for its parser is large. */
import { type DataContract, dataContract, MAX_DATA_CONTRACT_BYTES } from '@semblance/contract'
import { isAlias, isMap, isNode, LineCounter, parseDocument, stringify, visit } from 'yaml'

type ReadContract = { content: DataContract } | { problems: string[] }

/** Limits the mistakes shown at once. */
const MAX_PROBLEMS = 5

/** Never throws: what is wrong comes back as sentences with line and column. */
export function readDataContract(text: string): ReadContract {
  if (new TextEncoder().encode(text).length > MAX_DATA_CONTRACT_BYTES)
    return { problems: [`The file is too large (${MAX_DATA_CONTRACT_BYTES / 1024} KB at most).`] }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number, message: string) => {
    const { line, col } = lines.linePos(offset)
    return `Line ${line}, column ${col}: ${message}.`
  }
  const [error] = document.errors
  if (error) return { problems: [at(error.pos[0], syntaxText(error.code))] }
  const alias = findAlias(document)
  if (alias !== null)
    return { problems: [at(alias, 'write the part out in full: aliases are not read')] }
  const parsed = dataContract.safeParse(document.toJS({ maxAliasCount: 0 }))
  if (parsed.success) return { content: parsed.data }
  const problems = parsed.error.issues.map(({ path, message }) => {
    const { offset, words } = locate(document.contents, path)
    return at(offset, `${words} ${message}`.trim())
  })
  const more = problems.length - MAX_PROBLEMS
  return {
    problems: [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`And ${more} more.`] : [])],
  }
}

const syntaxText = (code: string) =>
  code === 'RESOURCE_EXHAUSTION'
    ? 'the file is nested too deeply'
    : `this is no YAML (${code.toLowerCase().replaceAll('_', ' ')})`

/** A few of them can stand for more text than any memory holds. */
function findAlias(document: ReturnType<typeof parseDocument>): number | null {
  let offset: number | null = null
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node)) return undefined
      offset = node.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return offset
}

/**
 * Returns the offset of a field, or of its parent if it is missing, and its name, composed of
 * table, column and field.
 */
function locate(root: unknown, path: readonly PropertyKey[]) {
  let node = root
  let offset = startOf(root)
  const words: string[] = []
  for (const key of path) {
    const pair = isMap(node)
      ? node.items.find((item) => String(item.key) === String(key))
      : undefined
    const next = pair ? pair.value : itemOf(node, key)
    if (pair) offset = startOf(pair.key)
    else if (isNode(next)) offset = startOf(next)
    words.push(typeof key === 'number' ? nameOf(next, key) : String(key))
    node = next
  }
  return { offset, words: words.join(' › ') }
}

function itemOf(node: unknown, key: PropertyKey): unknown {
  const { items } = (node ?? {}) as { items?: unknown[] }
  return Array.isArray(items) && typeof key === 'number' ? items[key] : undefined
}

function nameOf(node: unknown, index: number): string {
  const name = isMap(node) ? node.get('name') : undefined
  return typeof name === 'string' && name ? `"${name}"` : `${index + 1}`
}

const startOf = (node: unknown) => (isNode(node) ? (node.range?.[0] ?? 0) : 0)

export const writeDataContract = (content: DataContract): string =>
  stringify(content, { lineWidth: 0, aliasDuplicateObjects: false })
