/** Matches commands with the input, and orders all entries. */
import type { Hit } from '@semblance/contract'

export type HitGroup = { kind: Hit['kind']; hits: Hit[]; hasMore: boolean }

export const wordsOf = (text: string) => text.trim().toLowerCase().split(/\s+/).filter(Boolean)

/**
 * Returns the rank of a label: 0 if a word is missing, higher for words closer to its beginning.
 */
export function scoreOf(label: string, also: string, typed: string): number {
  const words = wordsOf(typed)
  const lower = label.toLowerCase()
  const everything = `${lower} ${also.toLowerCase()}`
  if (words.length === 0 || !words.every((word) => everything.includes(word))) return 0
  if (lower.startsWith(words.join(' '))) return 4
  const starts = (text: string, word: string) => ` ${text}`.includes(` ${word}`)
  if (words.every((word) => starts(lower, word))) return 3
  if (words.every((word) => starts(everything, word))) return 2
  return 1
}

/** Returns the matching items, best first; equal ones keep their order. */
export function bestFirst<T extends { label: string; also: string }>(items: T[], typed: string) {
  return items
    .map((item) => ({ item, score: scoreOf(item.label, item.also, typed) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item)
}

/** Returns true if the typed text is a record's ID or its number, such as 2001 for DPR-2001. */
export function isNamed({ id }: Pick<Hit, 'id'>, typed: string): boolean {
  const text = typed.trim().toLowerCase()
  return id.toLowerCase() === text || (/^\d+$/.test(text) && id.endsWith(`-${text}`))
}

/** Splits the kinds of hits: those with a typed ID come before the commands, the others after. */
export function splitByName(groups: HitGroup[], typed: string) {
  const hasNamed = ({ hits }: HitGroup) => hits.some((hit) => isNamed(hit, typed))
  return {
    named: groups.filter(hasNamed),
    others: groups.filter((group) => !hasNamed(group)),
  }
}
