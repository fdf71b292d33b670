/** Returns the row numbers of each bin. */
export function groupByBin(bins: Int32Array, binCount: number): Int32Array[] {
  const sizes = new Int32Array(binCount)
  for (let row = 0; row < bins.length; row++) sizes[bins[row]!]!++
  const groups = Array.from(sizes, (size) => new Int32Array(size))
  sizes.fill(0)
  for (let row = 0; row < bins.length; row++) {
    const bin = bins[row]!
    groups[bin]![sizes[bin]!++] = row
  }
  return groups
}
