/**
 * Returns Cramer's V, 0..1, of a table of joint frequencies with `width` columns; empty rows and
 * columns do not count.
 */
export function cramersV(table: Float64Array, width: number): number {
  const height = table.length / width
  const rows = new Float64Array(height)
  const columns = new Float64Array(width)
  for (let i = 0; i < height; i++) {
    for (let k = 0; k < width; k++) {
      rows[i]! += table[i * width + k]!
      columns[k]! += table[i * width + k]!
    }
  }
  const used = (sums: Float64Array) => sums.reduce((count, sum) => count + (sum > 0 ? 1 : 0), 0)
  const freedom = Math.min(used(rows), used(columns)) - 1
  if (freedom < 1) return 0
  let squares = 0
  for (let i = 0; i < height; i++) {
    for (let k = 0; k < width; k++) {
      const expected = rows[i]! * columns[k]!
      if (expected > 0) squares += (table[i * width + k]! - expected) ** 2 / expected
    }
  }
  return Math.sqrt(squares / freedom)
}
