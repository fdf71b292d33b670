/**
 * Returns a remark such as '; did you mean "age"?' if one of `known` is similar to `name`, else ''.
 */
export function didYouMean(name: string, known: string[]): string {
  const [nearest] = known
    .map((candidate) => ({
      candidate,
      slips: editDistance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => a.slips - b.slips)
  const isClose = nearest !== undefined && nearest.slips <= Math.max(2, name.length / 3)
  return isClose ? `; did you mean "${nearest.candidate}"` : ''
}

/** Insertions, deletions and replacements that turn one text into the other (Levenshtein, 1966). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, replaced))
    }
    previous = row
  }
  return previous[b.length]!
}
