/** A text cut where words of a search occur in it: every second piece, from the second on, is such a word. */
export function segmentsOf(text: string, words: string[]): string[] {
  if (words.length === 0) return [text]
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const pattern = longestFirst.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.split(new RegExp(`(${pattern})`, 'gi'))
}
