import type { CheckFigure } from './report.ts'

/** Two-sided 95 %. */
const DEVIATIONS = 1.96

/** The interval of a figure that is no less than `least`. */
export function around(
  value: number,
  deviation: number,
  least: number,
): NonNullable<CheckFigure['interval']> {
  const reach = DEVIATIONS * deviation
  return { low: Math.max(least, value - reach), high: Math.max(least, value + reach) }
}

/** A number of rows as a share of `rows`. */
export function shareOfRows(
  of: string,
  rows: number,
  counted: { value: number; deviation: number; limit: number },
): CheckFigure {
  const [value, deviation, limit] = [counted.value, counted.deviation, counted.limit].map(
    (count) => count / rows,
  ) as [number, number, number]
  return { of, unit: 'share', value, interval: around(value, deviation, -1), ideal: 0, limit }
}

/** Limits follow from how often attacks on single rows succeed; a tenth of a percent tells little of that. */
const LIMIT_DIGITS = 3

/** What a buyer may read of a figure that carries no noise: the limit it was held against, rounded up. */
export function withoutValue(figure: CheckFigure): CheckFigure {
  const scale = figure.unit === 'share' ? 10 ** LIMIT_DIGITS : 1
  const limit = figure.limit === null ? null : Math.ceil(figure.limit * scale) / scale
  return { ...figure, value: null, interval: null, limit }
}
