/** Counts over the bins of two columns, row-major a by b; a < b are positions in the model. */
export type PairTable = { a: number; b: number; counts: Float64Array }

/** Holds tables with noise `sigma` on every cell. */
export type NoisyPairs = { tables: PairTable[]; sigma: number }

/** Returns the expected counts of two independent columns: the product of their margins. */
export function independentCounts(
  marginA: Float64Array,
  marginB: Float64Array,
  total: number,
): Float64Array {
  const bins = marginB.length
  const expected = new Float64Array(marginA.length * bins)
  for (let i = 0; i < marginA.length; i++) {
    const share = marginA[i]! / total
    for (let k = 0; k < bins; k++) expected[i * bins + k] = share * marginB[k]!
  }
  return expected
}
