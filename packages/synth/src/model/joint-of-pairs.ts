/** Describes the pair counts of up to four axes, row-major a by b; a < b. */
export type PairOfAxes = { a: number; b: number; counts: Float64Array }

/** Rounds of proportional fitting; pairs that agree on what they share need few. */
const ROUNDS = 30

/**
 * Returns the table of greatest entropy with the given pairs' counts, row-major over `sizes`, of
 * which there are four. Source: Deming and Stephan, 1940 (iterative proportional fitting).
 */
export function jointOfPairs(sizes: number[], pairs: PairOfAxes[]): Float32Array {
  const joint = new Float32Array(sizes.reduce((product, size) => product * size, 1)).fill(1)
  for (let round = 0; round < ROUNDS; round++) {
    for (const pair of pairs) {
      const ratios = sumByPair(joint, sizes, pair)
      for (let i = 0; i < ratios.length; i++)
        ratios[i] = ratios[i]! > 0 ? Math.max(0, pair.counts[i]!) / ratios[i]! : 0
      visit(joint, sizes, pair, (cell, i) => {
        joint[cell]! *= ratios[i]!
      })
    }
  }
  return joint
}

function sumByPair(joint: Float32Array, sizes: number[], pair: PairOfAxes): Float64Array {
  const sums = new Float64Array(pair.counts.length)
  visit(joint, sizes, pair, (cell, i) => {
    sums[i]! += joint[cell]!
  })
  return sums
}

/** Calls with every cell of the table and where it is counted in the pair. */
function visit(
  joint: Float32Array,
  sizes: number[],
  { a, b }: PairOfAxes,
  see: (cell: number, pairCell: number) => void,
): void {
  const strides = sizes.map((_, d) => (d === a ? sizes[b]! : d === b ? 1 : 0))
  const [s0, s1, s2, s3] = strides as [number, number, number, number]
  const [n0, n1, n2, n3] = sizes as [number, number, number, number]
  let cell = 0
  for (let i = 0; i < n0; i++)
    for (let j = 0; j < n1; j++)
      for (let k = 0; k < n2; k++) {
        let at = i * s0 + j * s1 + k * s2
        for (let l = 0; l < n3; l++) {
          see(cell++, at)
          at += s3
        }
      }
  if (cell !== joint.length) throw new Error('Sizes do not fit the table')
}
