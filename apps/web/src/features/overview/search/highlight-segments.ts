/** Splits a text at the words of a search; every second segment is such a word. */
export function segmentsOf(text: string, words: string[]): string[] {
  if (words.length === 0) return [text]
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  const pattern = longestFirst.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.split(new RegExp(`(${pattern})`, 'gi'))
}
