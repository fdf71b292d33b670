import type { CheckFigure } from '@semblance/contract'
import { count, percent } from '@/lib/format.ts'

/** "1.2%", "3 rows", "0.1836". */
export function figureValue({ unit }: CheckFigure, amount: number): string {
  if (unit === 'share') return percent(amount)
  return unit === 'rho' ? amount.toFixed(4) : count(Math.round(amount))
}

/** What was measured, how sure that is, and what it was held against: a sentence each. */
export function figureText(figure: CheckFigure): string {
  const { of, unit, value, interval, ideal, limit } = figure
  const write = (amount: number) => figureValue(figure, amount)
  const noun = { share: '', rows: ' rows', rho: ' rho' }[unit]
  const measured =
    value === null
      ? 'The value is exact, so only the verdict is passed on.'
      : `${write(value)}${noun} ${of}.`
  const confidence = interval
    ? [`With 95% confidence between ${write(interval.low)} and ${write(interval.high)}.`]
    : []
  const passing = limit === null ? 'what chance explains' : write(limit)
  return [
    measured,
    ...confidence,
    unit === 'rho' ? `Limit: ${passing}.` : `Ideal: ${write(ideal)}. Passes up to: ${passing}.`,
  ].join(' ')
}

/** The ends of a ruler that shows all of a figure. */
export function scaleOf({ value, interval, ideal, limit }: CheckFigure) {
  const marks = [value, interval?.low, interval?.high, ideal, limit].filter((at) => at != null)
  const [low, high] = [Math.min(...marks), Math.max(...marks)]
  const margin = 0.12 * (high - low || 1)
  return { min: low - margin, max: high + margin }
}
