/** Returns the header and the first rows of a CSV, whose quoted fields may hold line ends. */
export function firstRows(csv: string, rows: number): string {
  let isQuoted = false
  let ends = 0
  for (let at = 0; at < csv.length; at++) {
    if (csv[at] === '"') isQuoted = !isQuoted
    else if (csv[at] === '\n' && !isQuoted && ++ends > rows) return csv.slice(0, at + 1)
  }
  return csv
}
