/** Texts of a data contract: names, plain ones, and patterns. */
import { z } from 'zod'

export const name = z
  .string({ error: 'must be text' })
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'is too long (200 characters at most)')
export const text = z.string({ error: 'must be text, in quotes if it looks like a number' })

/**
 * Limits patterns to the syntax that JavaScript and the database's regular expressions (RE2) read
 * in the same way.
 */
const MAX_REPEATS = 1000
function patternProblem(pattern: string): string | null {
  try {
    new RegExp(pattern)
  } catch {
    return 'is no regular expression'
  }
  if (/\(\?(?!:)/.test(pattern)) return 'must do without lookahead, lookbehind and named groups'
  const escaped = [...pattern.matchAll(/\\(.)/gs)].map(([, sign]) => sign!)
  if (escaped.some((sign) => /[\dA-Za-z]/.test(sign) && !'dDwWsSbBnrtfv'.includes(sign)))
    return 'must do without back references and rare escapes'
  if (/\[\^?\]/.test(pattern)) return 'must not hold an empty set'
  const repeats = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, from, to]) =>
    Math.max(1, Number(to || from)),
  )
  if (/\[[^\]]*(?:\\[bB]|-\\[dDwWsS])/.test(pattern))
    return 'must not put a word boundary or a range to a class into a set'
  return repeats.reduce((product, count) => product * count, 1) > MAX_REPEATS
    ? `must not repeat a part more than ${MAX_REPEATS} times`
    : null
}
export const pattern = text
  .max(500, 'is too long (500 characters at most)')
  .superRefine((value, context) => {
    const problem = patternProblem(value)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
