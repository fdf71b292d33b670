/** Names the statements that run often, so that each connection parses and rewrites them once. */

/** Sets after how many runs a statement counts as one that runs often. */
const USES = 5

/** Limits the names, because every connection keeps what it has prepared. */
const MAX_NAMES = 150

/** Limits the texts that are counted; most of those beyond differ by the length of a list. */
const MAX_COUNTED = 3000

/**
 * Matches, outside parentheses, results whose columns follow the table's, which fail once a migration
 * adds one, and texts of several statements, which cannot be prepared.
 */
const UNFIT = /(\b(select|distinct|returning)|\.|,)\s*\*|;/i

/** Matches searches, whose best plan depends on the words, and what says so of its other values by this comment. */
const SEARCH = /@@|@>|\bi?like\b|\/\* plan for the values \*\//i

const INNERMOST = /\([^()]*\)/g

/**
 * Returns a function that names statements: the same name for the same text. Undefined as long as a
 * text has not run often, and for those that do not fit.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_NAMES) return known
    const count = (uses.get(text) ?? 0) + 1
    if (count < USES || !isFit(text)) {
      if (uses.size >= MAX_COUNTED) uses.clear()
      uses.set(text, count)
      return undefined
    }
    uses.delete(text)
    const name = `semblance_${names.size + 1}`
    names.set(text, name)
    return name
  }
}

function isFit(text: string): boolean {
  let outer = text
  for (let before = ''; before !== outer; ) {
    before = outer
    outer = outer.replaceAll(INNERMOST, '')
  }
  return !UNFIT.test(outer) && !SEARCH.test(text)
}
