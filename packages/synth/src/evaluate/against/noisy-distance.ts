/** Estimates how far a twin's frequencies are from an original's of which only noisy counts are known. */
import { at } from '../../model/pairs/at.ts'

/** Holds the counts of some cells that cover all rows, as measured with noise and in the twin. */
export type ComparedCells = {
  noisy: ArrayLike<number>
  /** Variances of the noise of each count. */
  variances: ArrayLike<number>
  twin: ArrayLike<number>
  /** False where the noise of some cells may go together. */
  isIndependent: boolean
}

/** Holds the number of rows that were measured, the variance of its noise, and the rows of the twin. */
export type ComparedRows = { measured: number; variance: number; twin: number }

/** Holds a distance of frequencies, half their L1 distance, as noise shows it, and what is known of the noise. */
export type SeenDistance = {
  seen: number
  /** The distance that noise alone makes on average, and the deviation of that. */
  noise: number
  deviation: number
  /** The deviation that the noise of the number of rows adds. */
  ofRows: number
  /** Sums of squares: of the differences seen, and of noise on average. */
  squares: number
  noiseSquares: number
}

/**
 * Holds the share of rows that agree, with its 95 % confidence interval; no value where noise hides it. Decide by the
 * interval, which holds for any twin: the value is right for one that does not depend on the noise, and too high for one
 * that was drawn from it.
 */
export type Agreement = { value: number | null; low: number; high: number }

/** Noise that moves a share by more than this hides it. */
export const MOST_NOISE = 0.1
/** Two-sided 95 %. */
const DEVIATIONS = 1.96
/** Mean and deviation of the absolute value of a standard normal variable. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI)
const DEVIATION_ABSOLUTE = Math.sqrt(1 - 2 / Math.PI)

/** Returns the distance of the twin's frequencies from the noisy ones. */
export function seenDistance(
  { noisy, variances, twin, isIndependent }: ComparedCells,
  rows: ComparedRows,
): SeenDistance {
  let [distance, noise, squares, noiseSquares] = [0, 0, 0, 0]
  for (let cell = 0; cell < noisy.length; cell++) {
    const difference = at(noisy, cell) / rows.measured - at(twin, cell) / rows.twin
    distance += Math.abs(difference)
    squares += difference ** 2
    const variance = at(variances, cell) / rows.measured ** 2
    noise += Math.sqrt(variance)
    noiseSquares += variance
  }
  return {
    seen: distance / 2,
    noise: (MEAN_ABSOLUTE * noise) / 2,
    deviation: (DEVIATION_ABSOLUTE * (isIndependent ? Math.sqrt(noiseSquares) : noise)) / 2,
    ofRows: Math.sqrt(rows.variance) / rows.measured / 2,
    squares,
    noiseSquares,
  }
}

/** Returns the mean of distances whose noise is independent of each other. */
export function meanDistance(distances: SeenDistance[]): SeenDistance {
  const sum = (of: (distance: SeenDistance) => number) =>
    distances.reduce((total, distance) => total + of(distance), 0)
  const count = distances.length
  return {
    seen: sum(({ seen }) => seen) / count,
    noise: sum(({ noise }) => noise) / count,
    deviation: Math.sqrt(sum(({ deviation }) => deviation ** 2)) / count,
    ofRows: Math.max(...distances.map(({ ofRows }) => ofRows)),
    squares: sum(({ squares }) => squares),
    noiseSquares: sum(({ noiseSquares }) => noiseSquares),
  }
}

/** Returns the most that noise moves a distance, with 95 % confidence. */
export const reachOf = ({ noise, deviation, ofRows }: SeenDistance): number =>
  noise + DEVIATIONS * (deviation + ofRows)

/**
 * Returns the share of rows that agree. The interval holds for any twin, also one that was drawn from the very noise it is
 * compared with: what is seen is the difference plus the noise, so by the triangle inequality the difference is at least
 * what either has over the other, and at most both together. The value takes the noise out of the squares. A twin that is
 * nearer to the noisy figures than the original itself follows the noise: it is at least as far from the original as it is
 * nearer.
 */
export function agreementOf(distance: SeenDistance): Agreement {
  const { seen, noise, deviation, ofRows, squares, noiseSquares } = distance
  const slack = DEVIATIONS * (deviation + ofRows)
  if (!Number.isFinite(noise + slack)) return { value: null, low: 0, high: 1 }
  const least = Math.min(1, Math.max(0, Math.abs(seen - noise) - slack))
  const most = Math.min(1, seen + noise + slack)
  const value =
    squares >= noiseSquares
      ? squares > 0
        ? seen * Math.sqrt(1 - noiseSquares / squares)
        : 0
      : noise * (1 - Math.sqrt(squares / noiseSquares))
  const isHidden = reachOf(distance) > MOST_NOISE
  return {
    value: isHidden ? null : 1 - Math.max(least, Math.min(most, value)),
    low: 1 - most,
    high: 1 - least,
  }
}

/** Returns the mean of shares, which is hidden where one of them is. */
export function meanAgreement(agreements: Agreement[]): Agreement {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const values = agreements.flatMap(({ value }) => (value === null ? [] : [value]))
  return {
    value: values.length === agreements.length ? mean(values) : null,
    low: mean(agreements.map(({ low }) => low)),
    high: mean(agreements.map(({ high }) => high)),
  }
}
