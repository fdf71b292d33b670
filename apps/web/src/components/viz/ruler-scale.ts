import { roundStep } from '@semblance/plots'

/**
 * Returns a scale that holds the budget and every price, with margins and four to seven round
 * ticks.
 */
export function rulerScale(minCents: number, maxCents: number, pricesCents: readonly number[]) {
  const lowest = Math.min(minCents, ...pricesCents)
  const highest = Math.max(maxCents, ...pricesCents)
  const air = Math.max(100_00, (highest - lowest) * 0.2)
  const step = roundStep(Math.max(100_00, (highest - lowest + 2 * air) / 6), [1, 2.5, 5, 10])
  const lowCents = Math.max(0, Math.floor((lowest - air) / step) * step)
  const highCents = Math.ceil((highest + air) / step) * step
  const ticks: number[] = []
  for (let cents = lowCents; cents <= highCents; cents += step) ticks.push(cents)
  return { lowCents, highCents, ticks }
}

/**
 * Returns the labels to show: of two closer than 14% of the ruler, the later one keeps its mark and
 * loses its text.
 */
export function spreadLabels<Item extends { at: number }>(items: readonly Item[]) {
  let lastLabelled = Number.NEGATIVE_INFINITY
  return [...items]
    .sort((a, b) => a.at - b.at)
    .map((item) => {
      const labelled = item.at - lastLabelled >= 14
      if (labelled) lastLabelled = item.at
      return { ...item, labelled }
    })
}
