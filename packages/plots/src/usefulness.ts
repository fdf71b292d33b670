/** Says how well a model that a twin has taught predicts real rows. */

type Interval = { low: number; high: number }

/** Holds areas under the ROC curve; null is what is not known. */
export type UsefulnessData = {
  column: string
  auc: number
  interval: Interval | null
  /** Of a model taught by as many rows of the original. */
  real: ({ auc: number } & Interval) | null
}

export const usefulnessLabel = 'Predictive use'

/** Returns the figure, what it is, and the real table's next to it. */
export function usefulnessFact(usefulness: UsefulnessData | null): { value: string; note: string } {
  if (!usefulness)
    return { value: 'Cannot tell', note: 'no column lends itself to it, or noise would hide it' }
  const { column, auc, interval, real } = usefulness
  const between = (of: Interval) => `${of.low.toFixed(2)} to ${of.high.toFixed(2)}`
  return {
    value: auc.toFixed(2),
    note: [
      `AUC on ${real ? 'real rows that the twin was not made from' : 'all sampled real rows'} for ${column}, learned from the twin; 0.5 is chance`,
      ...(interval ? [`95% confidence ${between(interval)}`] : []),
      real
        ? `learned from the original ${real.auc.toFixed(2)} (${between(real)})`
        : 'the original’s cannot be told: it would reveal its rows',
    ].join('; '),
  }
}
