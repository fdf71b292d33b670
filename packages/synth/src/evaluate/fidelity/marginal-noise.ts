import type { FineMarginal } from '../../model/measure/fine-marginal.ts'

/** Describes cells that sum to a count of their own. */
type Families = {
  familyOfCell: Int32Array
  variances: Float64Array
  members: ArrayLike<number>
  memberVariance: (family: number) => number
}

/**
 * Returns the variance that noise gives to a weighted sum of a column's cells, missing values left out. Cells that were
 * moved so as to sum to a joint count share its noise, and little of their own.
 */
export function varianceOfSum(marginal: FineMarginal, weightOf: (cell: number) => number): number {
  const { variances } = marginal
  const families = familiesOf(marginal)
  const sums = new Map<number, number>()
  let variance = 0
  for (let cell = 0; cell < variances.length - 1; cell++) {
    if (!(marginal.noisy[cell]! > 0)) continue
    const weight = weightOf(cell)
    variance += weight ** 2 * variances[cell]!
    const family = families?.familyOfCell[cell]
    if (!families || family === undefined) continue
    const own = families.memberVariance(family)
    const share = own > 0 ? variances[cell]! / own : 0
    sums.set(family, (sums.get(family) ?? 0) + weight * share)
  }
  if (!families) return variance
  for (const [family, sum] of sums) {
    const members = families.members[family]!
    variance +=
      (families.variances[family]! / members - families.memberVariance(family)) *
      (sum ** 2 / members)
  }
  return Math.max(0, variance)
}

function familiesOf({ tree, blocks, variances }: FineMarginal): Families | null {
  if (tree) return { ...tree, memberVariance: (family) => tree.memberVariances[family]! }
  if (!blocks) return null
  return {
    familyOfCell: blocks.blockOfCell,
    variances: blocks.variances,
    members: blocks.sizes,
    memberVariance: () => variances[0]!,
  }
}

/** Returns the deviation of the noise behind which a further cell with rows may be hidden. */
export function hidingDeviation(marginal: FineMarginal): number {
  const { tree, blocks, variances } = marginal
  const known = tree?.variances ?? blocks?.variances ?? variances.subarray(0, -1)
  return Math.sqrt(known.reduce((most, variance) => Math.max(most, variance), 0))
}
