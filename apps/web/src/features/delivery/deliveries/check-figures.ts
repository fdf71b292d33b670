import type { CheckFigure } from '@semblance/contract'
import { count, percent } from '@/lib/format.ts'

/** "1.2%", "3 rows", "0.1836". */
export function figureValue({ unit }: CheckFigure, amount: number): string {
  if (unit === 'share') return percent(amount)
  return unit === 'rho' ? amount.toFixed(4) : count(Math.round(amount))
}

/** Returns the ends of a ruler that shows the whole figure with its interval. */
export function scaleOf({ value, interval, ideal, limit }: CheckFigure) {
  const marks = [value, interval?.low, interval?.high, ideal, limit].filter((at) => at != null)
  const [low, high] = [Math.min(...marks), Math.max(...marks)]
  const margin = 0.12 * (high - low || 1)
  return { min: low - margin, max: high + margin }
}
