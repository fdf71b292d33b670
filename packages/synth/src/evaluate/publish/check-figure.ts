import type { CheckFigure } from '../report.ts'

/** Two-sided 95 %. */
export const INTERVAL_DEVIATIONS = 1.96

/** Returns the confidence interval of a figure, clipped to `least` and `most`. */
export function around(
  value: number,
  deviation: number,
  { least, most }: { least: number; most: number },
): NonNullable<CheckFigure['interval']> {
  const reach = INTERVAL_DEVIATIONS * deviation
  const clip = (bound: number) => Math.max(least, Math.min(most, bound))
  return { low: clip(value - reach), high: clip(value + reach) }
}

/** `of` says what the value is a share, or a number, of, in words that follow it. */
export function figureOf(of: string, measured: Omit<CheckFigure, 'text'>): CheckFigure {
  return { ...measured, text: textOf(of, measured) }
}

/**
 * Returns a number of rows as a share of `rows`, limited to 1 in spite of noise or a wide limit.
 */
export function shareOfRows(
  of: string,
  rows: number,
  counted: { value: number; deviation: number; limit: number },
): CheckFigure {
  const share = (count: number) => Math.max(-1, Math.min(1, count / rows))
  const [value, limit] = [share(counted.value), share(counted.limit)]
  const interval = around(counted.value / rows, counted.deviation / rows, { least: -1, most: 1 })
  return figureOf(of, { unit: 'share', value, interval, ideal: 0, limit })
}

/**
 * Sets the digits of published limits. Limits follow from the success rate of attacks on single
 * rows; a tenth of a percent reveals little of it.
 */
const LIMIT_DIGITS = 3

/** Returns the publishable part of a figure without noise: its limit, rounded up. */
export function withoutValue({ unit, ideal, limit }: CheckFigure): CheckFigure {
  const scale = unit === 'share' ? 10 ** LIMIT_DIGITS : 1
  const rounded = limit === null ? null : Math.ceil(limit * scale) / scale
  return figureOf('', { unit, value: null, interval: null, ideal, limit: rounded })
}

function textOf(
  of: string,
  { unit, value, interval, ideal, limit }: Omit<CheckFigure, 'text'>,
): string {
  const write = (amount: number) => (unit === 'share' ? percent(amount) : whole(amount))
  if (unit === 'rho') return `Rho ${value!.toFixed(4)} of ${limit!.toFixed(4)} ${of}.`
  const noun = unit === 'rows' ? ' rows' : ''
  return [
    value === null
      ? 'Its value is exact, so only the verdict is passed on.'
      : `${write(value)}${noun} ${of}.`,
    ...(interval
      ? [`With 95% confidence between ${write(interval.low)} and ${write(interval.high)}.`]
      : []),
    `Ideal is ${write(ideal)}; ${limit === null ? 'what chance explains' : `up to ${write(limit)}`} is tolerated.`,
  ].join(' ')
}

const percent = (share: number) =>
  `${(100 * share).toFixed(1).replace('.0', '')}%`.replace(/^-0%/, '0%')
const whole = (count: number) => Math.round(count).toLocaleString('en-US')
