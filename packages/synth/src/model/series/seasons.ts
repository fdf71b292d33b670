import type { Blocks, FineMarginal } from '../measure/fine-marginal.ts'
import { at } from '../pairs/at.ts'

const SECONDS_PER_WEEK = 604_800
const DAYS = 7

/**
 * Describes the slots of a week, as long as a cell, `cellSeconds`, which divides it; the first is
 * at the epoch's weekday.
 */
export type Week = { slotCount: number; slotOf: (epochSeconds: number) => number }

export function weekOf(cellSeconds: number): Week {
  const slotCount = SECONDS_PER_WEEK / cellSeconds
  return {
    slotCount,
    slotOf(epochSeconds) {
      const slot = Math.floor(epochSeconds / cellSeconds) % slotCount
      return slot < 0 ? slot + slotCount : slot
    },
  }
}

/**
 * Sets the factor by which a wave has to exceed its noise to be accepted: time columns commonly
 * have the slow ones of a day and of a week; others are many, and most of them noise.
 */
const BELIEF = { common: 1, other: 3 }
const COMMON_WAVES = 3

function posteriorWeight(wave: number): number {
  const isDaily = wave % DAYS === 0 && wave / DAYS <= COMMON_WAVES
  return isDaily || wave <= COMMON_WAVES ? BELIEF.common : BELIEF.other
}

/**
 * Returns the profile of a week from noisy counts of its slots (deviation `sigma`), as a sum of
 * waves. Common patterns are in few of them, noise is in all, so each is shrunk toward zero
 * according to its noise.
 */
export function smoothWeek(noisy: Float64Array, sigma: number): Float64Array {
  const n = noisy.length
  const mean = noisy.reduce((sum, count) => sum + count, 0) / n
  const smooth = new Float64Array(n).fill(Math.max(0, mean))
  for (let wave = 1; wave <= n / 2; wave++) {
    const angle = (2 * Math.PI * wave) / n
    let [real, imaginary] = [0, 0]
    for (let slot = 0; slot < n; slot++) {
      real += at(noisy, slot) * Math.cos(angle * slot)
      imaginary += at(noisy, slot) * Math.sin(angle * slot)
    }
    const power = real * real + imaginary * imaginary
    const kept =
      power > 0 ? Math.max(0, 1 - (posteriorWeight(wave) * n * sigma * sigma) / power) : 0
    if (kept === 0) continue
    const scale = (kept * (2 * wave === n ? 1 : 2)) / n
    for (let slot = 0; slot < n; slot++) {
      smooth[slot]! += scale * (real * Math.cos(angle * slot) + imaginary * Math.sin(angle * slot))
    }
  }
  return smooth.map((count) => Math.max(0, count))
}

/**
 * Returns the marginal of fine cells that follows from longer ones and a week's profile;
 * post-processing, so it costs nothing. `trendOf` has the longer cell of each fine one, `slotOf`
 * its slot. Missing values stay last.
 */
export function spreadByWeek(
  course: FineMarginal,
  week: Float64Array,
  trendOf: Int32Array,
  slotOf: Int32Array,
): FineMarginal {
  const occurrences = new Float64Array(week.length)
  for (const slot of slotOf) occurrences[slot]!++
  const rates = Float64Array.from(slotOf, (slot) => at(week, slot) / at(occurrences, slot))
  const trends = course.noisy.length - 1
  const [rateOf, cellsOf] = [new Float64Array(trends), new Float64Array(trends)]
  trendOf.forEach((trend, cell) => {
    rateOf[trend]! += at(rates, cell)
    cellsOf[trend]!++
  })
  const spread = (values: Float64Array) => {
    const fine = new Float64Array(trendOf.length + 1)
    trendOf.forEach((trend, cell) => {
      const share =
        at(rateOf, trend) > 0 ? at(rates, cell) / at(rateOf, trend) : 1 / at(cellsOf, trend)
      fine[cell] = at(values, trend) * share
    })
    fine[trendOf.length] = at(values, trends)
    return fine
  }
  const { blocks, ordered } = course
  return {
    noisy: spread(course.noisy),
    variances: spread(course.variances),
    ordered,
    ...(blocks && { blocks: blocksOfFine(blocks, trendOf) }),
  }
}

/** Blocks of longer cells, as blocks of the fine cells in them. */
function blocksOfFine(blocks: Blocks, trendOf: Int32Array): Blocks {
  const blockOfCell = trendOf.map((trend) => at(blocks.blockOfCell, trend))
  const sizes = new Int32Array(blocks.sizes.length)
  for (const block of blockOfCell) sizes[block]!++
  return { ...blocks, blockOfCell, sizes }
}
