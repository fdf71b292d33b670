/** Finds what a migration does that servers of the release before it may not survive. */

/**
 * `removal`: what older servers name is gone. `restriction`: what they do may be refused; a line
 * `-- compatible: REASON` above it says why it is not.
 */
export type Break = { kind: 'removal' | 'restriction'; statement: string }

type Statement = {
  /** Holds the SQL in one line, without comments and the contents of strings. */
  sql: string
  /** True if a line `-- compatible: REASON` stands above it. */
  isExplained: boolean
}

const NAME = String.raw`(?:only )?(?:if exists )?([\w."]+)`

const REMOVALS = [
  /^drop (table|schema|type|domain|sequence|role)\b/,
  /^alter (table|view|materialized view|function|type|schema|sequence)\b.* rename (?!constraint\b)/,
  /^alter (table|view|function|type)\b.* set schema\b/,
  /^alter type\b(?!.* add value\b)/,
]

/** Matches one action of `alter table`. `drop name` is `drop column name`. */
const REMOVED_COLUMN = /^drop (?!constraint\b|default\b|not null\b|expression\b|identity\b)/
const CHANGED_TYPE = /^alter (column )?"?\w+"? (set data )?type\b/

/**
 * Returns the statements of a migration that break older servers, as far as its text shows. One that
 * concerns a table of the same migration breaks none.
 */
export function findBreaks(text: string): Break[] {
  const statements = splitStatements(text)
  const created = new Set(statements.flatMap(({ sql }) => tableOf(sql, 'create table') ?? []))
  return statements.flatMap(({ sql, isExplained }): Break[] => {
    const table = tableOf(sql, 'alter table') ?? indexedTable(sql)
    if (table && created.has(table)) return []
    if (isRemoval(sql)) return [{ kind: 'removal', statement: sql }]
    if (isExplained || !isRestriction(sql, text)) return []
    return [{ kind: 'restriction', statement: sql }]
  })
}

function isRemoval(sql: string): boolean {
  if (REMOVALS.some((pattern) => pattern.test(sql))) return true
  return actionsOf(sql).some((action) => REMOVED_COLUMN.test(action) || CHANGED_TYPE.test(action))
}

function isRestriction(sql: string, text: string): boolean {
  if (/^drop (function|view|materialized view)\b(?! pg_temp\.)/.test(sql)) return true
  if (/^revoke\b(?!.* from public$)/.test(sql)) return true
  const [, index] = /^create unique index (?:if not exists )?(\w+)/.exec(sql) ?? []
  if (index) return !new RegExp(`drop index (if exists )?([\\w]+\\.)?${index}\\b`, 'i').test(text)
  const added = [...text.matchAll(/\badd column (?:if not exists )?"?(\w+)/gi)].map(([, it]) => it)
  return actionsOf(sql).some((action) => {
    if (/^alter .*drop default\b/.test(action)) return true
    const [, filled] = /^alter (?:column )?("?\w+"?) set not null\b/.exec(action) ?? []
    if (filled) return !new RegExp(`alter (column )?${filled} set default`, 'i').test(text)
    if (/^add (column )?.*not null\b/.test(action) && !/^add constraint\b/.test(action))
      return !/\b(default|generated)\b/.test(action)
    const [, constraint] = /^add constraint ("?\w+"?)/.exec(action) ?? []
    if (!constraint) return /^add (check|unique|foreign key|exclude|primary key)\b/.test(action)
    // A constraint that is dropped and added again, or is about new columns alone, refuses nothing of before.
    const isRewritten = new RegExp(`drop constraint (if exists )?${constraint}\\b`, 'i').test(text)
    return !isRewritten && !added.some((column) => new RegExp(`\\b${column}\\b`).test(action))
  })
}

const tableOf = (sql: string, verb: string): string | undefined =>
  new RegExp(`^${verb} (?:if not exists )?${NAME}`).exec(sql)?.[1]

const indexedTable = (sql: string): string | undefined =>
  new RegExp(`^create unique index .*?\\bon ${NAME}`).exec(sql)?.[1]

/** Returns the actions of an `alter table`, divided at commas outside parentheses. */
function actionsOf(sql: string): string[] {
  const [, rest] = new RegExp(`^alter table ${NAME} (.*)$`).exec(sql)?.slice(1) ?? []
  if (!rest) return []
  let depth = 0
  const divided = [...rest].map((char) => {
    if (char === '(') depth++
    if (char === ')') depth--
    return char === ',' && depth === 0 ? '\n' : char
  })
  return divided
    .join('')
    .split('\n')
    .map((action) => action.trim())
}

/** Divides SQL at semicolons, without comments, and with strings and bodies of functions emptied. */
function splitStatements(text: string): Statement[] {
  const parts =
    text.match(/--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[\s\S]/g) ?? []
  const statements: Statement[] = []
  let sql = ''
  let isExplained = false
  for (const part of [...parts, ';']) {
    if (/^-- compatible: \S/.test(part)) isExplained = true
    if (/^(--|\/\*)/.test(part)) sql += ' '
    else if (part.length > 1) sql += "''"
    else if (part !== ';') sql += part
    else {
      const line = sql.replace(/\s+/g, ' ').trim().toLowerCase()
      if (line !== '') statements.push({ sql: line, isExplained })
      sql = ''
      isExplained = false
    }
  }
  return statements
}
